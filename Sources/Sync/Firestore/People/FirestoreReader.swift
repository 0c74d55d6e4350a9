import Basics
import Core

/// Reads documents of one database, as one user.
struct FirestoreReader: Sendable {
  let settings: FirestoreSettings
  let paths: FirestorePaths
  let exchange: FirestoreExchange

  /// - Throws: ``SyncError/authentication`` if nobody is signed in to the account.
  init(
    _ account: AccountID, access: FirestoreAccount.Access, clock: any SyncClock, timeout: Duration
  ) async throws(SyncError) {
    guard let found = await access(account) else { throw .authentication }
    settings = found.settings
    paths = FirestorePaths(settings: found.settings)
    exchange = FirestoreExchange(
      settings: found.settings, transport: found.transport, tokens: found.tokens, clock: clock,
      timeout: timeout)
  }

  /// The prefix of a document's name before its path.
  var rootName: String { paths.databaseName + "/documents/" }

  /// The URL of a document, or of the root for an empty path, without a slash at the end.
  func url(_ path: [String]) -> String {
    ([paths.rootURL] + path.map(\.percentEncodedSegment)).joined(separator: "/")
  }

  /// The segments of a document's path; nil for a document of another database.
  func path(ofDocument name: String) -> [String]? {
    name.dropping(exactPrefix: rootName)?.splitExactly(at: "/")
  }

  /// Counts the documents of a selection.
  /// - Returns: nil if the server does not say.
  func count(
    _ selection: FirestoreQuery.Selection, also filters: [FirestoreQuery.FieldFilter],
    below parent: [String]
  ) async throws(SyncError) -> Int? {
    let body = try FirestoreJSON.encode(FirestoreCount(selection, also: filters))
    let response = try await exchange.send(
      .post, url(parent) + ":runAggregationQuery", body: body)
    return try FirestoreCount.number(in: response.body).map { Int(clamping: max(0, $0)) }
  }

  /// Reads documents by name.
  /// - Returns: those that exist, by name.
  /// - Throws: if any of them may not be read.
  func documents(_ names: [String]) async throws(SyncError) -> [ExactText: FirestoreDocument] {
    let body = try FirestoreJSON.encode(FirestoreBatchGet(documents: names))
    let response = try await exchange.send(.post, paths.batchGetURL, body: body)
    var found: [ExactText: FirestoreDocument] = [:]
    var missing: Set<ExactText> = []
    for answer in try FirestoreDocumentAnswer.read(response.body) {
      try answer.throwError()
      if let document = answer.document { found[ExactText(document.name)] = document }
      if let name = answer.missing { missing.insert(ExactText(name)) }
    }
    guard Set(found.keys).union(missing) == Set(names.map { ExactText($0) }) else {
      throw .protocolViolation(detail: "not the documents that were asked for")
    }
    return found
  }
}
