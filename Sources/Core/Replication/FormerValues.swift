import Basics

/// Hashes of former field values of a record: values of an earlier base, or values that were sent, which have been
/// replaced since.
///
/// A device that did not know of a deletion recreates the record from its own state, and so brings back replaced
/// values. These are not new edits. A recreated record has a new creation time; if the creation time is unchanged,
/// somebody restored the former value on purpose. Only hashes are kept, so that edits of a long text do not each take
/// its space.
struct FormerValues: Hashable, Codable {
  private var marks: [String: [String]] = [:]
  /// The same for sets, including empty ones. Used only for writes to the old account of a moved to-do; elsewhere sets
  /// are merged member by member. Nil if no set was ever replaced.
  private var sets: [String: [String]]?
  /// Hashes of the base's fields when the server last lost or hid the record.
  private var agreed: [String: String]?

  /// Fields that hold a person's own words or choice of a day. Fields such as the status and the priority have so few
  /// values that a former one proves nothing.
  private static let names =
    RecordKind.allCases.flatMap { $0.schema.filter(\.isOwnWords).map(\.name) } + [
      Todo.Field.createdAt
    ]
  /// The most former values that are kept per field.
  private static let limit = 8

  /// Whether no former value is known.
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

  /// Remembers the base before it is deleted.
  mutating func noteAgreed(_ state: RecordFields) {
    var marks: [String: String] = [:]
    for (name, value) in state { marks[name] = Self.mark(of: value, in: name) }
    agreed = marks
  }

  /// Whether a value was part of the base when the server last had the record.
  func wasAgreed(_ value: FieldValue, of name: String) -> Bool {
    agreed?[name] == Self.mark(of: value, in: name)
  }

  private static func mark(of value: FieldValue, in name: String) -> String {
    StableHash.hex(StoredFields.encode([name: value]))
  }

  /// Whether a state of the server belongs to a recreated record, and does not continue a known one.
  ///
  /// A record that the server lost and a device sent again was not recreated: it keeps its creation time, and a value
  /// in it may have been restored on purpose.
  /// - Parameter base: the last state both sides agreed on; nil if there is none, not even a tombstone.
  func isRecreated(_ remote: RecordFields, after base: RemoteRecord?) -> Bool {
    guard let createdAt = remote[Todo.Field.createdAt] else { return false }
    return createdAt != base?.fields?[Todo.Field.createdAt]
      && !contains(createdAt, of: Todo.Field.createdAt)
  }

  /// Nil for an empty text, and for types whose former values prove nothing or are compared elsewhere.
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
