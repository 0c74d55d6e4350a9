public import Core

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps records in Cloud Firestore through its REST API, version 1
/// (https://firebase.google.com/docs/firestore/reference/rest).
public struct FirestoreBackend: SyncBackend {
  /// The most that is read of one answer.
  static let maxResponseBytes = 8 * 1024 * 1024

  private let paths: FirestorePaths
  let codec: FirestoreDocumentCodec
  let transport: any HTTPTransport
  let tokens: any TokenProvider
  let clock: any SyncClock
  let timeout: Duration
  private let pageSize: Int

  /// - Parameters:
  ///   - tokens: who asks; nil names the user to an emulator on this computer and sends no
  ///     credentials to any other server.
  ///   - timeout: for each exchange as a whole.
  ///   - pageSize: how many documents to ask for at once.
  public init(
    settings: FirestoreSettings, transport: any HTTPTransport, tokens: (any TokenProvider)? = nil,
    clock: any SyncClock = SystemSyncClock(), timeout: Duration = .seconds(30), pageSize: Int = 300
  ) {
    paths = FirestorePaths(settings: settings)
    codec = FirestoreDocumentCodec(paths: paths)
    self.transport = transport
    self.clock = clock
    self.timeout = timeout
    self.pageSize = max(1, pageSize)
    if let tokens {
      self.tokens = tokens
    } else if settings.isLoopback {
      self.tokens = EmulatorTokenProvider(user: settings.user)
    } else {
      self.tokens = AnonymousTokenProvider()
    }
  }

  // MARK: SyncBackend

  public func push(_ change: PendingChange, replacing version: String?) async throws(SyncError)
    -> String
  {
    let commit = try codec.commit(change, replacing: version)
    let response = try await send(
      .post, paths.commitURL, body: try Self.encode(commit), isConditional: version != nil)
    let answer = try Self.decode(FirestoreCommitAnswer.self, from: response.body)
    guard answer.writeResults.count == 1,
      let updated = answer.writeResults[0].updateTime ?? answer.commitTime,
      RFC3339.parse(updated) != nil
    else { throw .protocolViolation(detail: "commit without its result") }
    return updated
  }

  public func fetch(_ key: RecordKey) async throws(SyncError) -> RemoteRecord? {
    guard FirestorePaths.isDocumentID(key.id) else { return nil }
    let response: HTTPResponse
    do {
      response = try await send(.get, paths.documentURL(of: key), body: nil)
    } catch {
      if case .rejected(404, "NOT_FOUND") = error { return nil }
      throw error
    }
    let document = try Self.decode(FirestoreDocument.self, from: response.body)
    let record = try codec.record(document, kind: key.kind)
    guard record.key == key else {
      throw .protocolViolation(detail: "a document that was not asked for")
    }
    return record
  }

  public func page(of kind: RecordKind, after token: PageToken?) async throws(SyncError)
    -> RemotePage
  {
    var limit = max(1, token?.limit ?? pageSize)
    let name = token.map { paths.documentName(of: RecordKey(kind: kind, id: $0.after)) }
    while true {
      let query = FirestoreQuery(collection: paths.collection(of: kind), after: name, limit: limit)
      let body = try Self.encode(query)
      if let response = try await answer(.post, paths.queryURL, body: body, isConditional: false) {
        return try read(response, of: kind, limit: limit)
      }
      guard limit > 1 else { throw Self.tooLarge }
      limit /= min(4, limit)
    }
  }
}
