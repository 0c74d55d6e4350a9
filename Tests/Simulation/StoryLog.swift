import Basics
import Core

/// The story of a run, for finding the cause of a problem.
final class StoryLog: Sendable {
  private let tell: (@Sendable (String) -> Void)?

  init(_ tell: (@Sendable (String) -> Void)?) {
    self.tell = tell
  }

  /// The differences between two states of a record.
  static func change(_ key: RecordKey, _ before: RecordFields?, _ after: RecordFields?) -> String {
    guard let before else {
      return "  \(key.id) made: \(after?["content"] ?? after?["name"] ?? .null)"
    }
    guard let after else { return "  \(key.id) gone" }
    let names = after.keys.sorted().filter { before[$0] != after[$0] && $0 != "modifiedAt" }
    return "  \(key.id): "
      + names.map { "\($0) \(text(before[$0])) → \(text(after[$0]))" }.joined(separator: ", ")
  }

  /// The members of a set in a fixed order, which a set itself does not have.
  private static func text(_ value: FieldValue?) -> String {
    guard case .set(let members)? = value else { return "\(value ?? .null)" }
    return "set(\(members.map(\.text).sorted { $0.precedesExactly($1) }))"
  }

  /// Names the list of another person for which an account stands.
  static func share(_ account: Account) -> String {
    account.share.map { " (\($0.list.rawValue) of \($0.owner))" } ?? ""
  }

  func add(_ line: @autoclosure () -> String) {
    tell?(line())
  }
}
