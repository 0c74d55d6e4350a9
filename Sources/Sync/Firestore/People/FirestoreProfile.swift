import Basics
public import Core

/// Writes the user's own profile: up to four fields of the document `users/{user}`.
///
/// The document's other fields stay. If it is missing, it is created with all four.
public struct FirestoreProfile: ProfileServer {
  private let access: FirestoreAccount.Access
  private let clock: any SyncClock
  private let timeout: Duration

  /// - Parameters:
  ///   - access: looks up how to reach an account's server.
  ///   - timeout: for the whole exchange.
  public init(
    access: @escaping FirestoreAccount.Access, clock: any SyncClock = SystemSyncClock(),
    timeout: Duration = .seconds(30)
  ) {
    self.access = access
    self.clock = clock
    self.timeout = timeout
  }

  /// - Throws: ``SyncError/protocolViolation(detail:)`` too if the server does not have the profile afterwards.
  public func write(
    _ person: Person, _ changed: Set<Person.Field>, of account: AccountID, isMissing: Bool = false
  ) async throws(SyncError) -> Timestamp {
    let reader = try await FirestoreReader(
      account, access: access, clock: clock, timeout: timeout)
    // Nobody may write another person's profile.
    guard person.id.isExactly(reader.settings.user) else {
      throw .rejected(status: 403, code: "PERMISSION_DENIED")
    }
    let name = reader.rootName + "users/" + reader.settings.user
    let isNew: Bool =
      if isMissing || changed == Person.allFields { isMissing } else {
        try await reader.documents([name])[ExactText(name)] == nil
      }
    let written = isNew ? Person.allFields : changed
    let paths = written.map(Self.path).sorted()
    // A field that is in the mask but missing here is removed.
    var fields: NamedValues<FirestoreValue> = [:]
    for field in written { fields[Self.path(of: field)] = Self.value(of: field, person) }
    let write = FirestoreCommit.Write(
      update: .init(name: name, fields: fields), updateMask: .init(fieldPaths: paths),
      updateTransforms: [], currentDocument: isNew ? .absent : nil)
    let body = try FirestoreCommit(writes: [write]).json()
    let response = try await reader.exchange.send(.post, reader.paths.commitURL, body: body)
    let answer = try FirestoreCommitAnswer(response.body)
    guard answer.updateTimes.count == 1 else {
      throw .protocolViolation(detail: "commit without its results")
    }
    guard let time = answer.commitTime.flatMap(RFC3339.microseconds) else {
      throw .protocolViolation(detail: "commit without its times")
    }
    try FirestoreServerTime.requirePlausible(time, latest: reader.exchange.latest(in: response))
    guard try await hasArrived(fields, paths, in: name, at: time, reader) else {
      throw .protocolViolation(detail: "the profile was not written")
    }
    return RFC3339.timestamp(microseconds: time)
  }

  private static func path(of field: Person.Field) -> String {
    switch field {
    case .username: FirestorePersonReader.username
    case .fullname: FirestorePersonReader.fullname
    case .pictureURL: FirestorePersonReader.pictureURL
    case .isFindable: FirestorePersonReader.findable
    }
  }

  private static func value(of field: Person.Field, _ person: Person) -> FirestoreValue? {
    switch field {
    case .username: .string(person.username)
    case .fullname: .string(person.fullname)
    case .pictureURL: person.pictureURL.map(FirestoreValue.string)
    case .isFindable: .bool(person.isFindable ?? false)
    }
  }

  /// Whether the server shows a profile that was written. The answer to another commit may look the same; only the
  /// document shows what the server has. What another device has written since then replaces the profile.
  private func hasArrived(
    _ fields: NamedValues<FirestoreValue>, _ paths: [String], in name: String, at time: Int64,
    _ reader: FirestoreReader
  ) async throws(SyncError) -> Bool {
    do throws(SyncError) {
      guard let stored = try await reader.documents([name])[ExactText(name)] else { return false }
      return Self.has(stored, fields, paths)
        || RFC3339.microseconds(stored.updateTime) ?? .min > time
    } catch {
      // A refusal to read is none to write.
      guard case .rejected = error else { throw error }
      return false
    }
  }

  /// Whether the fields of a profile have these values in a document, and are missing where there is none.
  private static func has(
    _ document: FirestoreDocument, _ fields: NamedValues<FirestoreValue>, _ paths: [String]
  ) -> Bool {
    paths.allSatisfy { name in
      document.fields.last { $0.name.isExactly(name) }?.value == fields[name]
    }
  }
}
