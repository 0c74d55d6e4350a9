import Basics

/// What the fields of a record were before: values that both sides agreed on once, or that were sent, and
/// that were replaced since.
///
/// Whoever did not know that a record was deleted makes it anew as it was known there, and so brings back
/// values that somebody has replaced since. They are nobody's new edit. A record that was made anew is
/// known by another time of creation; in one that was not, an earlier value was put back by somebody's
/// wish. Only marks of the values are kept, so that a long text does not take its space with every edit.
struct FormerValues: Hashable, Codable {
  private var marks: [String: [String]] = [:]

  /// Fields whose values are a person's own words or choice of a day. Whether a to-do is done or starred
  /// has so few values that an earlier one says nothing.
  private static let names =
    RecordKind.allCases.flatMap { $0.schema.filter(\.isOwnWords).map(\.name) } + [
      Todo.Field.createdAt
    ]
  /// How many earlier values of a field are known.
  private static let limit = 8

  /// Whether the record was never known in another state.
  var isEmpty: Bool { marks.isEmpty }

  /// Takes in the values of a state that the next one does not have.
  /// - Parameter fields: the next state; nil if the record goes.
  mutating func note(_ state: RecordFields, replacedBy fields: RecordFields?) {
    for name in Self.names {
      guard let value = state[name], value != fields?[name], let mark = Self.mark(of: value)
      else { continue }
      var known = marks[name] ?? []
      known.removeAll { $0 == mark }
      known.append(mark)
      marks[name] = known.suffix(Self.limit)
    }
  }

  /// Whether a field had a value before.
  func contains(_ value: FieldValue?, of name: String) -> Bool {
    guard let known = marks[name], let mark = value.flatMap(Self.mark) else { return false }
    return known.contains(mark)
  }

  /// Whether a state of the server is that of a record made anew, and not one that grew out of a known one.
  ///
  /// One that the server lost, and that somebody sent again, was not made anew: it has the time of creation
  /// that it had, and a value in it may have been put back by somebody's wish.
  /// - Parameter base: the state last agreed on; nil if there is none, not even a tombstone.
  func isMadeAnew(_ remote: RecordFields, after base: RemoteRecord?) -> Bool {
    guard let createdAt = remote[Todo.Field.createdAt] else { return false }
    return createdAt != base?.fields?[Todo.Field.createdAt]
      && !contains(createdAt, of: Todo.Field.createdAt)
  }

  /// Nil for what is empty: it says nothing.
  private static func mark(of value: FieldValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : StableHash.hex(text.utf8)
    case .day(let day): StableHash.hex(day.iso8601.utf8)
    case .alarm(let alarm): StableHash.hex("\(alarm.at.milliseconds) \(alarm.zone)".utf8)
    case .timestamp(let moment): StableHash.hex(String(moment.milliseconds).utf8)
    default: nil
    }
  }
}
