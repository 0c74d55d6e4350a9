import Basics
public import Core

extension FirestoreBackend {
  public func count(of kind: RecordKind) async throws(SyncError) -> Int? {
    let body = try Self.encode(FirestoreCount(paths.selection(of: kind)))
    let response = try await send(.post, paths.aggregationURL(of: kind), body: body)
    guard let number = try FirestoreCount.number(in: response.body), number >= 0 else {
      throw .protocolViolation(detail: "not the answer to the query")
    }
    return Int(clamping: number)
  }

  /// Requests no fields: name and version come with every document.
  public func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?
  {
    let last = place?.token
    let after = last.map { paths.documentName(of: RecordKey(kind: kind, id: $0)) }
    let page = try await page(of: kind, limit: nil) { limit in
      .listing(paths.selection(of: kind), fields: ["__name__"], after: after, limit: limit)
    }
    try page.requireOrder(after: last.map { ("", $0) }, by: { ("", $0.id) })
    var versions: [RecordKey: RecordVersion] = [:]
    for document in page.documents { versions[document.record.key] = document.record.version }
    let next = page.isLast ? nil : page.documents.last.map { SyncCursor(token: $0.id) }
    return VersionPage(versions: versions, next: next)
  }
}
