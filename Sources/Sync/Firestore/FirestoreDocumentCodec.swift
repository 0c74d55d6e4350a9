import Basics
import Core

/// Translates between records and documents.
///
/// The field names on the server are those of the record, with some exceptions: ``FirestoreTimeNames``,
/// ``FirestoreReminders``, and `done` beside `status`; `id` and `deleted` are added; the server sets `updatedAt`.
/// A tombstone is a document with `deleted` set; of the record's fields it has only the list.
struct FirestoreDocumentCodec: Sendable {
  let paths: FirestorePaths

  // MARK: Writing

  /// The write for a change.
  /// - Throws: ``SyncError/rejected(status:code:)`` for a record that no document can hold, and
  ///   ``SyncError/conflict`` for a change without a known base.
  func write(_ change: PendingChange) throws(SyncError) -> FirestoreCommit.Write {
    guard FirestorePaths.isRecordID(change.key.id, of: change.key.kind),
      change.key.kind != .membership
    else { throw Self.unstorable }
    let precondition: FirestoreCommit.Precondition
    switch change.precondition {
    case .absent: precondition = .absent
    case .version(let tag): precondition = .updateTime(tag)
    case .unknown: throw .conflict
    }
    var fields: NamedValues<FirestoreValue>
    var mask: FirestoreCommit.Mask?
    switch change.operation {
    case .create(let record):
      fields = try serverFields(of: record, change.key.kind, isSparse: true)
      stamp(change, &fields)
    case .update(let record):
      fields = try serverFields(of: record, change.key.kind, isSparse: false)
      // Another program may have left them out, and the server's rules require them in every write.
      stamp(change, &fields)
      mask = FirestoreCommit.Mask(fieldPaths: fields.keys)
    case .delete:
      fields = tombstone(of: change)
    }
    return FirestoreCommit.Write(
      update: .init(name: paths.documentName(of: change.key), fields: fields), updateMask: mask,
      updateTransforms: [.init(fieldPath: "updatedAt", setToServerValue: "REQUEST_TIME")],
      currentDocument: precondition)
  }

  /// Adds which record it is, and that it is not deleted.
  private func stamp(_ change: PendingChange, _ fields: inout NamedValues<FirestoreValue>) {
    fields["id"] = .string(change.key.id)
    fields["deleted"] = .bool(false)
  }

  /// The fields of a tombstone: besides the deletion, those that queries by list or by person filter on.
  private func tombstone(of change: PendingChange) -> NamedValues<FirestoreValue> {
    var fields: NamedValues<FirestoreValue> = [
      "id": .string(change.key.id), "deleted": .bool(true),
    ]
    if let list = change.list { fields["listID"] = .string(list.rawValue) }
    fields["user"] = person(change).map(FirestoreValue.string)
    return fields
  }

  /// The person whom a record concerns. The person is part of the record's name, after the list.
  private func person(_ change: PendingChange) -> String? {
    let name = change.key.id
    switch change.key.kind {
    case .member:
      guard let list = change.list else { return nil }
      let prefix = ListMember.id(of: "", in: list)
      guard name.utf8.starts(with: prefix.utf8) else { return nil }
      return String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    case .consent:
      let suffix = Consent.id(of: "", change.list)
      guard name.utf8.reversed().starts(with: suffix.utf8.reversed()) else { return nil }
      return String(decoding: name.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
    case .list, .todo, .membership: return nil
    }
  }

  private func serverFields(
    of record: RecordFields, _ kind: RecordKind, isSparse: Bool
  ) throws(SyncError) -> NamedValues<FirestoreValue> {
    var writer = FirestoreFieldWriter(kind, isSparse: isSparse)
    for (name, value) in record { try writer.write(value, of: name) }
    return writer.fields
  }

  /// The same error as from the server itself.
  static let unstorable = SyncError.rejected(status: 400, code: "INVALID_ARGUMENT")

  // MARK: Reading

  /// The record in a document.
  ///
  /// Optional fields that are missing or null get their defaults. The document's name identifies the record;
  /// its field `id` is only for people who look at the data. A field of the wrong type, or a live document
  /// without its text, makes that record ``Core/RemoteRecord/State/unreadable(detail:)``.
  /// - Parameters:
  ///   - readTime: when the server read it.
  ///   - latest: the latest plausible server time, in microseconds since 1970. A version with a later time is
  ///     not ordered.
  /// - Throws: ``SyncError/protocolViolation(detail:)`` for a document of another user or
  ///   collection, or one without the server's times.
  func record(
    _ document: FirestoreDocument, kind: RecordKind, readTime: String? = nil, latest: Int64 = .max
  ) throws(SyncError) -> RemoteRecord {
    guard let key = paths.key(ofDocument: document.name, kind: kind) else {
      throw .protocolViolation(detail: "a document that was not asked for")
    }
    guard let version = RecordVersion(updateTime: document.updateTime),
      let updated = version.ordinal, let created = RFC3339.microseconds(document.createTime)
    else { throw .protocolViolation(detail: "document without its times") }
    let reader = FirestoreFieldReader(fields: document.fields)
    let state: RemoteRecord.State
    do throws(FirestoreDecodingError) {
      state = try self.state(
        reader, kind: kind, created: RFC3339.timestamp(microseconds: created),
        updated: RFC3339.timestamp(microseconds: updated))
    } catch {
      state = .unreadable(detail: error.detail)
    }
    func possible(_ time: Int64?) -> Int64? { time.flatMap { $0 <= latest ? $0 : nil } }
    return RemoteRecord(
      key: key, state: state,
      version: RecordVersion(tag: version.tag, ordinal: possible(version.ordinal)),
      createdAt: possible(created),
      readAt: possible(readTime.flatMap(RFC3339.microseconds)),
      list: kind == .todo && state == .deleted ? list(ofTombstone: reader) : nil)
  }

  /// The list of a tombstone. If another program has written a wrong type there, the document is deleted all the same.
  private func list(ofTombstone reader: FirestoreFieldReader) -> ListID? {
    let name = try? reader.string(Todo.Field.listID)
    return name.map(ListID.init(rawValue:))
  }

  private func state(
    _ reader: FirestoreFieldReader, kind: RecordKind, created: Timestamp, updated: Timestamp
  ) throws(FirestoreDecodingError) -> RemoteRecord.State {
    if try reader.bool("deleted") ?? false { return .deleted }
    var fields = RecordFields()
    fields.reserveCapacity(kind.schema.count + 3)
    for field in kind.schema { fields[field.name] = try reader.value(of: field) }
    fields["createdAt"] = .timestamp(try reader.timestamp("createdAt") ?? created)
    fields["modifiedAt"] = .timestamp(try reader.timestamp("modifiedAt") ?? updated)
    if kind.isAboutOthers { return .live(fields) }
    // Without a position the store derives one from the age.
    fields["position"] = try reader.string("position").map(FieldValue.string)
    return .live(fields)
  }
}

extension FirestoreFieldReader {
  /// - Returns: nil for a field that is left out.
  fileprivate func value(of field: RecordField) throws(FirestoreDecodingError) -> FieldValue? {
    let name = field.name
    switch field.kind {
    case .requiredText:
      return .string(try requiredString(name))
    case .choice(let choices):
      let text = try requiredString(name)
      guard choices.contains(where: { $0.isExactly(text) }) else {
        throw FirestoreDecodingError(detail: "\(name) is not known")
      }
      return .string(text)
    case .text:
      return .string(try string(name) ?? "")
    case .optionalText:
      guard let text = try string(name), !text.isEmpty else { return .null }
      return .string(text)
    case .sparseText:
      return try string(name).map(FieldValue.string)
    case .looseText:
      guard let text = loose(name).text, !text.isEmpty else { return .null }
      return .string(text)
    case .time:
      return try time(FirestoreTimeNames.names(of: name)).map(FieldValue.time) ?? .null
    case .recurrence:
      guard let text = loose(name).text, !text.isEmpty else { return .null }
      let isFromCompletion = loose(FirestoreFieldWriter.fromCompletion) == .bool(true)
      return .recurrence(RecurrenceRule(text, isFromCompletion: isFromCompletion))
    case .set:
      return .set(loose(name).members)
    case .reminders:
      let names = FirestoreReminders.names
      // The zone only decides how the moment is shown; without one it is shown in UTC.
      let zone = try string(names.zone) ?? ""
      let alarm = try timestamp(names.alarm).map {
        Alarm(at: $0, zone: zone.isEmpty ? "UTC" : zone)
      }
      return .set(
        FirestoreReminders.members(
          loose(names.all).members, alarm: alarm, derived: loose(names.derived).text))
    case .status:
      guard try bool(FirestoreFieldWriter.done) ?? false else {
        return .string(Todo.Status.open.rawValue)
      }
      let isCancelled = loose(name) == .string(FirestoreFieldWriter.cancelled)
      return .string((isCancelled ? Todo.Status.cancelled : .done).rawValue)
    case .priority:
      let number = Int(clamping: try integer(name) ?? 0)
      return .integer(Int64(Priority(rawValue: number).rawValue))
    case .moment:
      return try timestamp(name).map(FieldValue.timestamp) ?? .null
    }
  }

  /// A time of the wrong form counts as missing. A zone of the wrong form makes the time floating.
  private func time(_ names: FirestoreTimeNames) throws(FirestoreDecodingError) -> CalendarTime? {
    // Documents have had the day of a start no longer than its time, so it is read as loosely as that.
    let day =
      names.day == "date"
      ? try day(names.day) : loose(names.day).text.flatMap(CalendarDay.init(iso8601:))
    guard let day else { return nil }
    guard let time = loose(names.time).text.flatMap(TimeOfDay.init(iso8601:)) else {
      return CalendarTime(day: day)
    }
    return CalendarTime(day: day, time: time, zone: loose(names.zone).text.flatMap(ZoneName.init))
  }
}

extension FirestoreValue {
  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// At most as many members as are kept of any set; another program may have written more. An update writes only
  /// fields that were edited, so the others stay in the document until this set is edited.
  fileprivate var members: Set<ExactText> {
    guard case .texts(let texts) = self else { return [] }
    return SetLimits.bounded(Set(texts.map { ExactText($0) }))
  }
}
