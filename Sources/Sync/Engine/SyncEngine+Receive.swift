import Core

extension SyncEngine {
  /// Reads all records, lists before to-dos, and merges page by page.
  func receiveAll(_ outcome: inout SyncOutcome) async throws(SyncStop) {
    for kind in [RecordKind.list, .todo] {
      // As bytes: two texts that Swift calls equal may be two identifiers of the server.
      var seen: Set<[UInt8]> = []
      var token: PageToken?
      repeat {
        if Task.isCancelled { throw .cancelled }
        await takeTurn()
        do throws(SyncStop) {
          token = try await receivePage(of: kind, after: token, &seen, &outcome)
          endTurn()
        } catch {
          endTurn()
          throw error
        }
      } while token != nil
    }
    outcome.isPullComplete = true
  }

  private func receivePage(
    of kind: RecordKind, after token: PageToken?, _ seen: inout Set<[UInt8]>,
    _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> PageToken? {
    let answer = try await attempt { () throws(SyncError) in
      try await backend.page(of: kind, after: token)
    }
    let page: RemotePage
    switch answer {
    case .success(let found): page = found
    case .failure(let error): throw .problem(error, at: nil)
    }
    for record in page.records {
      // A server that repeats itself would be read for ever.
      guard record.key.kind == kind, seen.insert(Array(record.key.id.utf8)).inserted else {
        throw .problem(.protocolViolation(detail: "a record twice in one listing"), at: nil)
      }
    }
    guard !page.records.isEmpty || page.next == nil else {
      throw .problem(.protocolViolation(detail: "an empty page in the middle"), at: nil)
    }
    outcome.didReachServer = true
    try await stored { () throws(StoreError) in
      try await store.apply(page.records, from: account)
    }
    outcome.received += page.records.count
    return page.next
  }
}
