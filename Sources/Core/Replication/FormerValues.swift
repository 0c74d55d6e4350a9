import Basics

/// Hashes of the values that a record's fields had before: values of an earlier base, or values that were
/// sent, and that were replaced since.
///
/// A device that did not know of a deletion recreates the record as it knew it, and so restores values that
/// were replaced since. These are nobody's new edit. A recreated record has a new time of creation; if that
/// is unchanged, somebody restored the earlier value on purpose. Only hashes are kept, so that a long text
/// does not take its space with every edit.
struct FormerValues: Hashable, Codable {
  private var marks: [String: [String]] = [:]
  /// The same for sets, empty ones as well. Only asked for at the old place of a to-do that was moved: everywhere else sets
  /// are merged by their members. Nil where no set was ever replaced.
  private var sets: [String: [String]]?
  /// Hashes of the fields that both sides had agreed on when the server last had the record no longer, or hid it.
  private var agreed: [String: String]?

  /// Fields whose values are a person's own words or choice of a day. Whether a to-do is done or starred
  /// has so few values that an earlier one says nothing.
  private static let names =
    RecordKind.allCases.flatMap { $0.schema.filter(\.isOwnWords).map(\.name) } + [
      Todo.Field.createdAt
    ]
  /// How many earlier values of a field are known.
  private static let limit = 8

  /// Whether the record never had another state.
  var isEmpty: Bool { marks.isEmpty }

  /// Remembers the values of a state that the next one replaces.
  /// - Parameter fields: the next state; nil if the record is deleted.
  mutating func note(_ state: RecordFields, replacedBy fields: RecordFields?) {
    for name in Self.names {
      guard let value = state[name], value != fields?[name], let mark = Self.mark(of: value)
      else { continue }
      marks[name] = Self.remembering(mark, in: marks[name])
    }
    var sets = sets ?? [:]
    for (name, value) in state where value.members != nil && value != fields?[name] {
      sets[name] = Self.remembering(Self.mark(of: value, in: name), in: sets[name])
    }
    if !sets.isEmpty { self.sets = sets }
  }

  private static func remembering(_ mark: String, in known: [String]?) -> [String] {
    ((known ?? []).filter { $0 != mark } + [mark]).suffix(limit)
  }

  /// Whether a field had a value before.
  func contains(_ value: FieldValue?, of name: String) -> Bool {
    guard let known = marks[name], let mark = value.flatMap(Self.mark) else { return false }
    return known.contains(mark)
  }

  /// Whether a set had these members before.
  func containsSet(_ value: FieldValue, of name: String) -> Bool {
    sets?[name]?.contains(Self.mark(of: value, in: name)) == true
  }

  /// Remembers the state that both sides agree on, before it is forgotten.
  mutating func noteAgreed(_ state: RecordFields) {
    var marks: [String: String] = [:]
    for (name, value) in state { marks[name] = Self.mark(of: value, in: name) }
    agreed = marks
  }

  /// Whether both sides agreed on a value when the record was last there.
  func wasAgreed(_ value: FieldValue, of name: String) -> Bool {
    agreed?[name] == Self.mark(of: value, in: name)
  }

  private static func mark(of value: FieldValue, in name: String) -> String {
    StableHash.hex(StoredFields.encode([name: value]))
  }

  /// Whether a state of the server belongs to a recreated record, and does not continue a known one.
  ///
  /// A record that the server lost and a device sent again was not recreated: it keeps its time of creation,
  /// and a value in it may have been restored on purpose.
  /// - Parameter base: the last state both sides agreed on; nil if there is none, not even a tombstone.
  func isMadeAnew(_ remote: RecordFields, after base: RemoteRecord?) -> Bool {
    guard let createdAt = remote[Todo.Field.createdAt] else { return false }
    return createdAt != base?.fields?[Todo.Field.createdAt]
      && !contains(createdAt, of: Todo.Field.createdAt)
  }

  /// Nil for an empty value, which says nothing.
  private static func mark(of value: FieldValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : StableHash.hex(text.utf8)
    case .time(let time): StableHash.hex("\(time.iso8601) \(time.zone?.text ?? "")".utf8)
    case .recurrence(let rule): StableHash.hex("\(rule.isFromCompletion) \(rule.text)".utf8)
    case .timestamp(let moment): StableHash.hex(String(moment.milliseconds).utf8)
    case .null, .bool, .integer, .set: nil
    }
  }
}
