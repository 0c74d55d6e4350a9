import Basics
public import Core

extension FirestoreBackend {
  /// Sends changes in one commit, which is atomic
  /// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit).
  /// - Throws: ``SyncError/rejected(status:code:)`` with status 413 for more than the service takes in
  ///   one request.
  public func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    if changes.isEmpty { return [] }
    var writes: [FirestoreCommit.Write] = []
    for change in changes { writes.append(try codec.write(change)) }
    let body = try FirestoreCommit(writes: writes).json()
    guard body.count <= Self.maxRequestBytes else {
      throw .rejected(status: 413, code: "TOO_LARGE")
    }
    let response: HTTPResponse
    do throws(SyncError) {
      response = try await send(.post, paths.commitURL, body: body, isConditional: true)
    } catch {
      if case .rejected(403, _) = error, try await isOvertaken(changes) { throw .conflict }
      throw error
    }
    return try versions(in: response, of: changes)
  }

  private func versions(in response: HTTPResponse, of changes: [PendingChange]) throws(SyncError)
    -> [RecordVersion]
  {
    let answer = try FirestoreCommitAnswer(response.body)
    guard answer.updateTimes.count == changes.count else {
      throw .protocolViolation(detail: "commit without its results")
    }
    let latest = exchange.latest(in: response)
    var versions: [RecordVersion] = []
    for time in answer.updateTimes {
      guard let version = (time ?? answer.commitTime).flatMap(RecordVersion.init)
      else { throw .protocolViolation(detail: "commit without its times") }
      try FirestoreServerTime.requirePlausible(version.ordinal ?? .min, latest: latest)
      versions.append(version)
    }
    return versions
  }

  /// Whether a refusal may have come because a record is not in the state that its change was made for. The server
  /// checks the rules before the preconditions, and the rules often forbid what a stale change would make of a newer
  /// document.
  private func isOvertaken(_ changes: [PendingChange]) async throws(SyncError) -> Bool {
    let present: [RemoteRecord]
    do throws(SyncError) {
      present = try await fetch(changes.map(\.key))
    } catch {
      if case .rejected = error { return false }
      throw error
    }
    return zip(changes, present).contains { change, record in
      switch change.precondition {
      case .absent: record.version != nil
      case .version(let tag): record.version?.tag.isExactly(tag) != true
      case .unknown: true
      }
    }
  }
}
