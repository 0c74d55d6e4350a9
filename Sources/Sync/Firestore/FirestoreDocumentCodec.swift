import Basics
import Core

/// Translates between records and documents.
///
/// The field names on the server are those of the record, with three exceptions: the alarm is stored as
/// `alarm` (its moment) and `alarmZone`; `id` and `deleted` are added; the server sets `updatedAt`. A
/// tombstone is a document with `deleted` set; of the record's fields it has only the list.
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
    var fields: [String: FirestoreValue]
    var mask: FirestoreCommit.Mask?
    switch change.operation {
    case .create(let record):
      fields = try serverFields(of: record)
      stamp(change, &fields)
    case .update(let record):
      fields = try serverFields(of: record)
      // Another program may have left them out, and the server's rules require them in every write.
      stamp(change, &fields)
      mask = FirestoreCommit.Mask(fieldPaths: fields.keys.sorted())
    case .delete:
      fields = tombstone(of: change)
    }
    return FirestoreCommit.Write(
      update: .init(name: paths.documentName(of: change.key), fields: fields), updateMask: mask,
      updateTransforms: [.init(fieldPath: "updatedAt", setToServerValue: "REQUEST_TIME")],
      currentDocument: precondition)
  }

  /// Adds which record it is, and that it is not deleted.
  private func stamp(_ change: PendingChange, _ fields: inout [String: FirestoreValue]) {
    fields["id"] = .string(change.key.id)
    fields["deleted"] = .bool(false)
  }

  /// Besides the deletion it contains what queries by list or by person filter on.
  private func tombstone(of change: PendingChange) -> [String: FirestoreValue] {
    var fields: [String: FirestoreValue] = [
      "id": .string(change.key.id), "deleted": .bool(true),
    ]
    if let list = change.list { fields["listID"] = .string(list.rawValue) }
    fields["user"] = person(change).map(FirestoreValue.string)
    return fields
  }

  /// The person whom a record concerns is part of its name, after the list.
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

  private func serverFields(of record: RecordFields) throws(SyncError) -> [String: FirestoreValue] {
    var fields: [String: FirestoreValue] = [:]
    for (name, value) in record {
      switch value {
      case .null: fields[name] = .null
      case .bool(let flag): fields[name] = .bool(flag)
      case .integer(let number): fields[name] = .integer(number)
      case .string(let text): fields[name] = .string(text)
      case .day(let day): fields[name] = .string(day.iso8601)
      case .timestamp(let moment): fields[name] = try Self.storable(moment)
      case .alarm(let alarm):
        fields[name] = try Self.storable(alarm.at)
        fields["alarmZone"] = .string(alarm.zone)
      }
      if name == "alarm", value == .null { fields["alarmZone"] = .null }
    }
    return fields
  }

  private static func storable(_ moment: Timestamp) throws(SyncError) -> FirestoreValue {
    guard UTCDateTime(moment) != nil else { throw unstorable }
    return .timestamp(moment)
  }

  /// The same error as from the server itself.
  private static let unstorable = SyncError.rejected(status: 400, code: "INVALID_ARGUMENT")

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
      let updated = RFC3339.parse(document.updateTime),
      let created = RFC3339.parse(document.createTime)
    else { throw .protocolViolation(detail: "document without its times") }
    let state: RemoteRecord.State
    do throws(FirestoreUnreadable) {
      let reader = FirestoreFieldReader(fields: document.fields)
      state = try self.state(reader, kind: kind, created: created, updated: updated)
    } catch {
      state = .unreadable(detail: error.detail)
    }
    func possible(_ time: Int64?) -> Int64? { time.flatMap { $0 <= latest ? $0 : nil } }
    return RemoteRecord(
      key: key, state: state,
      version: RecordVersion(tag: version.tag, ordinal: possible(version.ordinal)),
      createdAt: possible(RFC3339.microseconds(document.createTime)),
      readAt: possible(readTime.flatMap(RFC3339.microseconds)))
  }

  private func state(
    _ reader: FirestoreFieldReader, kind: RecordKind, created: Timestamp, updated: Timestamp
  ) throws(FirestoreUnreadable) -> RemoteRecord.State {
    if try reader.bool("deleted") ?? false { return .deleted }
    var fields: RecordFields = [:]
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
  fileprivate func value(of field: RecordField) throws(FirestoreUnreadable) -> FieldValue? {
    let name = field.name
    switch field.kind {
    case .requiredText:
      return .string(try requiredString(name))
    case .choice(let choices):
      let text = try requiredString(name)
      guard choices.contains(where: { $0.isExactly(text) }) else {
        throw FirestoreUnreadable(detail: "\(name) is not known")
      }
      return .string(text)
    case .text:
      return .string(try string(name) ?? "")
    case .optionalText:
      guard let text = try string(name), !text.isEmpty else { return .null }
      return .string(text)
    case .sparseText:
      return try string(name).map(FieldValue.string)
    case .day:
      return try day(name).map(FieldValue.day) ?? .null
    case .alarm:
      // The zone says in which words to show the moment; without one it is shown in UTC.
      let zone = try string("alarmZone") ?? "UTC"
      return try timestamp(name).map { .alarm(Alarm(at: $0, zone: zone)) } ?? .null
    case .priority:
      let number = Int(clamping: try integer(name) ?? 0)
      return .integer(Int64(Priority(rawValue: number).rawValue))
    case .flag:
      return .bool(try bool(name) ?? false)
    case .moment:
      return try timestamp(name).map(FieldValue.timestamp) ?? .null
    }
  }
}
