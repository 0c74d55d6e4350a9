import Core

extension SyncEngine {
  /// The most pages of invitations and memberships that are read in one round.
  static let membershipPageLimit = 8

  /// Reads what changed on the server, one kind after the other, and merges page by page.
  func receive(_ outcome: inout SyncOutcome) async throws(SyncStop) {
    for kind in backend.kinds {
      try await receiveAll(of: kind, &outcome)
      try await readAnnounced(of: kind)
    }
    // Less urgent than new changes, so it comes after them.
    for kind in backend.kinds { try await compareIfNeeded(kind, &outcome) }
    try await settleLists()
    try await stored { () throws(StoreError) in try await store.noteSync(of: account) }
    outcome.isPullComplete = true
  }

  /// Reads all changes since the cursor.
  func receiveAll(of kind: RecordKind, _ outcome: inout SyncOutcome) async throws(SyncStop) {
    var hasBegunAnew = false
    var isMore = true
    var pages = 0
    while isMore {
      if Task.isCancelled { throw .cancelled }
      switch try await receiveNext(of: kind, &outcome) {
      case .more:
        // Strangers may write any number of these. The next round continues where this one ends.
        pages += 1
        if kind == .membership, pages >= Self.membershipPageLimit { isMore = false }
      case .end: isMore = false
      case .cursorExpired:
        guard !hasBegunAnew else {
          throw .problem(.protocolViolation(detail: "no cursor is accepted"), at: nil)
        }
        hasBegunAnew = true
      }
    }
  }

  /// Reads a page. A server need not offer the kinds that concern other people.
  private func receiveNext(of kind: RecordKind, _ outcome: inout SyncOutcome)
    async throws(SyncStop) -> Reading
  {
    do throws(SyncStop) {
      return try await inTurn { () async throws(SyncStop) in
        try await receivePage(of: kind, &outcome)
      }
    } catch {
      guard kind.isAboutOthers, case .problem(.rejected, _) = error else { throw error }
      return .end
    }
  }

  private enum Reading {
    case more
    case end
    case cursorExpired
  }

  private func receivePage(of kind: RecordKind, _ outcome: inout SyncOutcome)
    async throws(SyncStop) -> Reading
  {
    let cursor = try await stored { () throws(StoreError) in
      try await store.syncCursor(of: kind, of: account)
    }
    let answer = try await attempt { () throws(SyncError) in
      try await backend.changes(of: kind, since: cursor)
    }
    let page: ChangePage
    switch answer {
    case .success(nil):
      outcome.didReachServer = true
      try await stored { () throws(StoreError) in
        try await store.forgetCursors(of: account, kind: kind)
      }
      return .cursorExpired
    case .success(let found?): page = found
    case .failure(let error): throw .problem(error, at: nil)
    }
    // A server that repeats itself would be read for ever.
    guard page.isLast || page.next != cursor, page.records.allSatisfy({ $0.key.kind == kind })
    else { throw .problem(.protocolViolation(detail: "a page that leads nowhere"), at: nil) }
    outcome.didReachServer = true
    let missing = try await stored { () throws(StoreError) in
      try await store.apply(page, of: kind, from: account)
    }
    outcome.received += page.records.count
    try await verify(missing)
    if page.isListing, page.isLast {
      // A complete listing is as good as a comparison.
      let now = clock.now()
      try await stored { () throws(StoreError) in
        try await store.endComparison(of: kind, of: account, at: now)
      }
    }
    return page.isLast ? .end : .more
  }

  /// Requests records individually that a listing did not contain: their absence there proves nothing.
  func verify(_ keys: [RecordKey]) async throws(SyncStop) {
    var rest = keys[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(max(1, backend.batchLimit)))
      rest = rest.dropFirst(part.count)
      switch try await read(part) {
      case .success(let records):
        try await stored { () throws(StoreError) in
          try await store.apply(records, from: account)
        }
      case .failure(let error): throw .problem(error, at: nil)
      }
    }
  }

  /// Reconciles deleted lists that still contain something, and to-dos without a list.
  private func settleLists() async throws(SyncStop) {
    try await inTurn { () async throws(SyncStop) in
      let missing = try await stored { () throws(StoreError) in
        try await store.missingLists(of: account)
      }
      try await verify(missing)
      try await stored { () throws(StoreError) in
        try await store.settleLists(of: account)
      }
    }
  }
}
