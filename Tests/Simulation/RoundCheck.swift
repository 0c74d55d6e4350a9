import Basics
import Core

/// What a single sync round must not do to a computer, whatever the server answers.
///
/// It cannot be checked at the end, because trashed copies are deleted after a while and lists may have come back.
struct RoundCheck {
  private let computer: Computer
  private let account: Account
  /// The number of records that the user had removed before the round.
  private let removed: Int
  private let todos: Set<ExactText>
  private let lists: Set<ExactText>

  /// Reads the computer's state before a round; nil if its disk cannot be read.
  init?(_ computer: Computer, _ account: Account) async {
    self.computer = computer
    self.account = account
    removed = computer.removals.count
    do {
      todos = try await Self.todos(computer, account)
      lists = try await Self.lists(computer, account)
    } catch {
      return nil
    }
  }

  /// Compares it with the state after the round.
  /// - Parameter isGiven: whether a to-do was moved and is now in another person's list.
  func problems(isGiven: (RecordKey) -> Bool) async -> [String] {
    guard !computer.disk.isDead else { return [] }
    do throws(StoreError) {
      return try await withoutCopy(isGiven) + emptied()
    } catch {
      return []
    }
  }

  /// A to-do that somebody else deleted must be in the trash. In one round, the computer may learn that a to-do was
  /// moved into another person's list, and that the user no longer takes part in that list.
  private func withoutCopy(_ isGiven: (RecordKey) -> Bool) async throws(StoreError) -> [String] {
    // Of other people's lists, no copies are kept.
    guard account.share == nil else { return [] }
    let present = try await computer.names(
      "SELECT id FROM todo UNION SELECT record FROM trash WHERE kind = 'todo'")
    return todos.subtracting(present).map(\.text).filter { id in
      !isRemovedHere(id, .todo) && !isGiven(RecordKey(kind: .todo, id: id))
    }.inOrder().map {
      "\(computer.name) lost \($0), which nobody deleted here, and has no copy"
    }
  }

  /// A list must stay as long as it contains to-dos.
  private func emptied() async throws(StoreError) -> [String] {
    let present = try await Self.lists(computer, account)
    let needed = try await computer.names(
      "SELECT DISTINCT listID FROM todo WHERE account = '\(account.id.rawValue)'")
    return lists.subtracting(present).intersection(needed).map(\.text)
      .filter { !isRemovedHere($0, .list) }.inOrder().map {
        "\(computer.name) lost the list \($0), and not what is in it"
      }
  }

  private func isRemovedHere(_ id: String, _ kind: RecordKind) -> Bool {
    computer.removals.dropFirst(removed).contains(RecordKey(kind: kind, id: id))
  }

  // MARK: Database

  private static func todos(_ computer: Computer, _ account: Account) async throws(StoreError)
    -> Set<ExactText>
  {
    try await computer.names(
      "SELECT id FROM todo WHERE account = '\(account.id.rawValue)'")
  }

  private static func lists(_ computer: Computer, _ account: Account) async throws(StoreError)
    -> Set<ExactText>
  {
    try await computer.names(
      "SELECT id FROM list WHERE account = '\(account.id.rawValue)'")
  }
}
