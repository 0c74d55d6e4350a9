import Basics
public import Core

/// Writes the user's own profile: four fields of the document `users/{user}`.
///
/// The document's other fields stay; it is created if it is missing.
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
  public func write(_ person: Person, of account: AccountID, isMissing: Bool = false)
    async throws(SyncError) -> Timestamp
  {
    let reader = try await FirestoreReader(
      account, access: access, clock: clock, timeout: timeout)
    // Nobody may write another person's profile.
    guard person.id.isExactly(reader.settings.user) else {
      throw .rejected(status: 403, code: "PERMISSION_DENIED")
    }
    var fields: NamedValues<FirestoreValue> = [
      FirestorePersonReader.username: .string(person.username),
      FirestorePersonReader.fullname: .string(person.fullname),
      FirestorePersonReader.findable: .bool(person.isFindable ?? false),
    ]
    // A field that is in the mask but missing here is removed.
    fields[FirestorePersonReader.pictureURL] = person.pictureURL.map(FirestoreValue.string)
    let name = reader.rootName + "users/" + reader.settings.user
    let write = FirestoreCommit.Write(
      update: .init(name: name, fields: fields),
      updateMask: .init(fieldPaths: FirestorePersonReader.fields), updateTransforms: [],
      currentDocument: isMissing ? .absent : nil)
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
    guard try await hasArrived(fields, in: name, at: time, reader) else {
      throw .protocolViolation(detail: "the profile was not written")
    }
    return RFC3339.timestamp(microseconds: time)
  }

  /// Whether the server shows a profile that was written. The answer to another commit may look the same; only the
  /// document shows what the server has. What another device has written since then replaces the profile.
  private func hasArrived(
    _ fields: NamedValues<FirestoreValue>, in name: String, at time: Int64,
    _ reader: FirestoreReader
  ) async throws(SyncError) -> Bool {
    do throws(SyncError) {
      guard let stored = try await reader.documents([name])[ExactText(name)] else { return false }
      return Self.has(stored, fields) || RFC3339.microseconds(stored.updateTime) ?? .min > time
    } catch {
      // A refusal to read is none to write.
      guard case .rejected = error else { throw error }
      return false
    }
  }

  /// Whether the fields of a profile have these values in a document, and are missing where there is none.
  private static func has(
    _ document: FirestoreDocument, _ fields: NamedValues<FirestoreValue>
  ) -> Bool {
    FirestorePersonReader.fields.allSatisfy { name in
      document.fields.last { $0.name.isExactly(name) }?.value == fields[name]
    }
  }
}
