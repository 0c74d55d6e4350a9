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
    var fields =
      switch kind {
      case .list: try list(reader)
      case .todo: try todo(reader)
      case .member, .membership: try member(reader)
      case .consent: try consent(reader)
      }
    fields["createdAt"] = .timestamp(try reader.timestamp("createdAt") ?? created)
    fields["modifiedAt"] = .timestamp(try reader.timestamp("modifiedAt") ?? updated)
    if kind.isAboutOthers { return .live(fields) }
    // Without a position the store derives one from the age.
    fields["position"] = try reader.string("position").map(FieldValue.string)
    return .live(fields)
  }

  private func list(_ reader: FirestoreFieldReader) throws(FirestoreUnreadable) -> RecordFields {
    ["name": .string(try reader.requiredString("name"))]
  }

  private func member(_ reader: FirestoreFieldReader) throws(FirestoreUnreadable) -> RecordFields {
    let role = try reader.requiredString("role")
    guard ListRole(rawValue: role) != nil else {
      throw FirestoreUnreadable(detail: "role is not known")
    }
    var fields: RecordFields = [
      "listID": .string(try reader.requiredString("listID")),
      "user": .string(try reader.requiredString("user")), "role": .string(role),
    ]
    fields["listName"] = try reader.string("listName").map(FieldValue.string)
    return fields
  }

  private func consent(_ reader: FirestoreFieldReader) throws(FirestoreUnreadable)
    -> RecordFields
  {
    let choice = try reader.requiredString("choice")
    guard Consent.Choice(rawValue: choice) != nil else {
      throw FirestoreUnreadable(detail: "unknown choice")
    }
    var fields: RecordFields = [
      "user": .string(try reader.requiredString("user")), "choice": .string(choice),
    ]
    fields["listID"] = try reader.string("listID").map(FieldValue.string)
    return fields
  }

  private func todo(_ reader: FirestoreFieldReader) throws(FirestoreUnreadable) -> RecordFields {
    let priority = Priority(rawValue: Int(clamping: try reader.integer("priority") ?? 0))
    return [
      "listID": .string(try reader.requiredString("listID")),
      "content": .string(try reader.requiredString("content")),
      "notes": .string(try reader.string("notes") ?? ""),
      "date": try reader.day("date").map(FieldValue.day) ?? .null,
      "alarm": try alarm(reader),
      "priority": .integer(Int64(priority.rawValue)),
      "assignee": try assignee(reader),
      "done": .bool(try reader.bool("done") ?? false),
      "completedAt": try reader.timestamp("completedAt").map(FieldValue.timestamp) ?? .null,
    ]
  }

  private func assignee(_ reader: FirestoreFieldReader) throws(FirestoreUnreadable) -> FieldValue {
    guard let user = try reader.string("assignee"), !user.isEmpty else { return .null }
    return .string(user)
  }

  /// The zone says in which words to show the moment; without one it is shown in UTC.
  private func alarm(_ reader: FirestoreFieldReader) throws(FirestoreUnreadable) -> FieldValue {
    let zone = try reader.string("alarmZone") ?? "UTC"
    guard let at = try reader.timestamp("alarm") else { return .null }
    return .alarm(Alarm(at: at, zone: zone))
  }
}
