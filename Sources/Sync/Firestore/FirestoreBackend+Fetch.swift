import Basics
public import Core

extension FirestoreBackend {
  /// Reads records by name
  /// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchGet).
  public func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    guard paths.share != nil else { return try await fetchAll(keys) }
    do throws(SyncError) {
      return try await fetchAll(keys)
    } catch {
      guard case .rejected(403, _) = error else { throw error }
      return try await fetchVisible(keys)
    }
  }

  /// Reads records in another person's tree. Some may have been moved to a list that the user cannot see. A refusal
  /// shows that only while the user may read the shared list, which takes the role and the user's own consent.
  private func fetchVisible(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    _ = try await count(of: .todo)
    var records: [RemoteRecord] = []
    var waiting = keys[...]
    // One record out of sight makes the server refuse all that are asked for with it. A group grows again after two
    // successes in a row, so many records out of sight cost hardly more than one request each.
    var size = max(1, keys.count / 2)
    var isAfterSuccess = false
    while !waiting.isEmpty {
      let part = Array(waiting.prefix(size))
      do throws(SyncError) {
        records += try await fetchAll(part)
        size = isAfterSuccess ? 2 * part.count : part.count
        isAfterSuccess = true
      } catch {
        guard case .rejected(403, _) = error else { throw error }
        isAfterSuccess = false
        size = max(1, part.count / 4)
        guard part.count == 1 else { continue }
        records.append(RemoteRecord(key: part[0], state: .absent, version: nil))
      }
      waiting = waiting.dropFirst(part.count)
    }
    return records
  }

  private func fetchAll(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    var seen: Set<RecordKey> = []
    let known = keys.filter {
      FirestorePaths.isRecordID($0.id, of: $0.kind) && seen.insert($0).inserted
    }
    var found = try await fetchMemberships(known.filter { $0.kind == .membership })
    var waiting = known.filter { $0.kind != .membership }[...]
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

  /// The answers come in any order, one for each name.
  private func records(in response: HTTPResponse, askedFor keys: Set<RecordKey>) throws(SyncError)
    -> [RecordKey: RemoteRecord]
  {
    let latest = exchange.latest(in: response)
    var records: [RecordKey: RemoteRecord] = [:]
    for answer in try FirestoreDocumentAnswer.read(response.body) {
      try answer.throwError()
      guard let name = answer.document?.name ?? answer.missing else { continue }
      guard let key = paths.key(ofDocument: name), keys.contains(key) else {
        throw .protocolViolation(detail: "a document that was not asked for")
      }
      if let document = answer.document {
        records[key] = try codec.record(
          document, kind: key.kind, readTime: answer.readTime, latest: latest)
      } else {
        records[key] = RemoteRecord(
          key: key, state: .absent, version: nil,
          readAt: answer.readTime.flatMap(RFC3339.microseconds).flatMap { $0 <= latest ? $0 : nil })
      }
    }
    guard records.count == keys.count else {
      throw .protocolViolation(detail: "a document left out")
    }
    return records
  }
}
