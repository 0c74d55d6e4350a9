import Basics
import Core

/// Writes the fields of a record under the names that they have in a document.
///
/// One field of a record may be several of a document; all of them are written whenever it changes.
struct FirestoreFieldWriter {
  private let schema: [RecordField]
  private(set) var fields = NamedValues<FirestoreValue>()
  /// Whether empty values are left out. Fields that other programs have known from the beginning are always written.
  private let isSparse: Bool

  /// - Parameter isSparse: for a document that is made anew.
  init(_ kind: RecordKind, isSparse: Bool) {
    schema = kind.schema
    self.isSparse = isSparse
    fields.reserveCapacity(32)
  }

  /// - Throws: ``SyncError/rejected(status:code:)`` for a time that no document can hold.
  mutating func write(_ value: FieldValue, of name: String) throws(SyncError) {
    switch schema.first(where: { $0.name == name })?.kind {
    case .time: write(value, as: FirestoreTimeNames.names(of: name))
    case .recurrence:
      var rule: RecurrenceRule?
      if case .recurrence(let present) = value { rule = present }
      set(name, rule.map { .string($0.text) })
      set(Self.fromCompletion, rule?.isFromCompletion == true ? .bool(true) : nil)
    case .set: set(name, Self.array(value.members ?? []))
    case .reminders:
      let names = FirestoreReminders.names
      let alarm = FirestoreReminders.firstAlarm(of: value.members ?? [])
      set(names.all, Self.array(value.members ?? []))
      set(names.derived, alarm.map { .string(Reminder($0).text) })
      fields[names.alarm] =
        try alarm.map { alarm throws(SyncError) in try storable(alarm.at) } ?? .null
      fields[names.zone] = alarm.map { .string($0.zone) } ?? .null
    case .status:
      fields[Self.done] = .bool(value != .string(Todo.Status.open.rawValue))
      set(name, value == .string(Todo.Status.cancelled.rawValue) ? .string(Self.cancelled) : nil)
    case .looseText:
      if case .string(let text) = value { set(name, .string(text)) } else { set(name, nil) }
    case nil, .requiredText, .choice, .text, .optionalText, .sparseText, .priority, .moment:
      fields[name] = try plain(value)
    }
  }

  /// The field for completed to-dos, which is all that other programs know of the status.
  static let done = "done"
  static let cancelled = "cancelled"
  static let fromCompletion = "recurrenceFromCompletion"

  private mutating func write(_ value: FieldValue, as names: FirestoreTimeNames) {
    var time: CalendarTime?
    if case .time(let present) = value { time = present }
    let day = time.map { FirestoreValue.string($0.day.iso8601) }
    if names.day == "date" { fields[names.day] = day ?? .null } else { set(names.day, day) }
    set(names.time, (time?.time).map { .string($0.iso8601) })
    set(names.zone, (time?.zone).map { .string($0.text) })
  }

  /// - Parameter value: nil for an empty one.
  private mutating func set(_ name: String, _ value: FirestoreValue?) {
    if value != nil || !isSparse { fields[name] = value ?? .null }
  }

  private static func array(_ members: Set<ExactText>) -> FirestoreValue? {
    members.isEmpty ? nil : .texts(members.map(\.text).sorted { $0.precedesExactly($1) })
  }

  private func plain(_ value: FieldValue) throws(SyncError) -> FirestoreValue {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .string(let text): .string(text)
    case .timestamp(let moment): try storable(moment)
    case .time(let time): .string(time.iso8601)
    case .recurrence(let rule): .string(rule.text)
    case .set(let members): Self.array(members) ?? .null
    }
  }

  private func storable(_ moment: Timestamp) throws(SyncError) -> FirestoreValue {
    guard UTCDateTime(moment) != nil else { throw FirestoreDocumentCodec.unstorable }
    return .timestamp(moment)
  }
}
