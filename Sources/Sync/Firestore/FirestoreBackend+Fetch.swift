public import Core

extension FirestoreBackend {
  /// Reads records by name
  /// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchGet).
  public func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    var seen: Set<RecordKey> = []
    var waiting = keys.filter { FirestorePaths.isDocumentID($0.id) && seen.insert($0).inserted }[
      ...]
    var found: [RecordKey: RemoteRecord] = [:]
    var size = pageSize
    while !waiting.isEmpty {
      let part = Array(waiting.prefix(size))
      let body = try Self.encode(FirestoreBatchGet(documents: part.map(paths.documentName)))
      guard
        let response = try await answer(
          .post, paths.batchGetURL, body: body, isConditional: false)
      else {
        guard part.count > 1 else { throw Self.tooLarge }
        size = part.count / min(4, part.count)
        continue
      }
      found.merge(try records(in: response, askedFor: Set(part))) { $1 }
      waiting = waiting.dropFirst(part.count)
    }
    return keys.map { found[$0] ?? RemoteRecord(key: $0, state: .absent, version: nil) }
  }

  /// The answers come in no particular order, one for each name.
  private func records(in response: HTTPResponse, askedFor keys: Set<RecordKey>) throws(SyncError)
    -> [RecordKey: RemoteRecord]
  {
    var records: [RecordKey: RemoteRecord] = [:]
    for answer in try Self.decode([FirestoreBatchGetAnswer].self, from: response.body) {
      if let error = answer.error {
        throw FirestoreErrorClassifier.error(
          status: error.code, body: error, isConditional: false, retryAfter: nil)
      }
      guard let name = answer.found?.name ?? answer.missing else { continue }
      guard let key = paths.key(ofDocument: name), keys.contains(key) else {
        throw .protocolViolation(detail: "a document that was not asked for")
      }
      if let document = answer.found {
        records[key] = try codec.record(document, kind: key.kind)
      } else {
        records[key] = RemoteRecord(key: key, state: .absent, version: nil)
      }
    }
    guard records.count == keys.count else {
      throw .protocolViolation(detail: "a document left out")
    }
    return records
  }
}
