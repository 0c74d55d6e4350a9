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

  public func write(_ person: Person, of account: AccountID) async throws(SyncError) -> Timestamp {
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
    let write = FirestoreCommit.Write(
      update: .init(name: reader.rootName + "users/" + reader.settings.user, fields: fields),
      updateMask: .init(fieldPaths: FirestorePersonReader.fields), updateTransforms: [],
      currentDocument: nil)
    let body = try FirestoreCommit(writes: [write]).json()
    let response = try await reader.exchange.send(.post, reader.paths.commitURL, body: body)
    let answer = try FirestoreCommitAnswer(response.body)
    guard
      let time = (answer.commitTime ?? answer.updateTimes.first.flatMap(\.self))
        .flatMap(RFC3339.parse)
    else { throw .protocolViolation(detail: "commit without its times") }
    return time
  }
}
