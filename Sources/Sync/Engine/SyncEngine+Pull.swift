import Core

extension SyncEngine {
  /// The most pages of invitations and memberships that are read in one round.
  static let membershipPageLimit = 8
  /// More memberships than this in one round are not from people whom the user knows.
  private static let manyMemberships = 100

  /// Reads what changed on the server. All kinds are asked for at once and merged one after the other, page by page;
  /// the next page is in flight while one is merged.
  /// - Parameter beginning: when the round began.
  func receive(_ outcome: inout SyncOutcome, beginning: Timestamp) async throws(SyncStop) {
    missingAnswers = nil
    outcome.pullRefusal = nil
    try await readFewAnnounced()
    var asked = try await askAtOnce(backend.kinds[...])
    defer { for page in asked.values { page.answer.cancel() } }
    for (number, kind) in backend.kinds.enumerated() {
      let deletions = deletionsRead
      try await receiveAll(of: kind, asked.removeValue(forKey: kind), &outcome)
      try await readAnnounced(of: [kind])
      guard deletionsRead > deletions else { continue }
      // To-dos are deleted before their list. A page that the server sent before the deletion may still hold them, and
      // they would make the list be restored. So the remaining kinds are asked for again.
      for page in asked.values { page.answer.cancel() }
      asked = try await askAtOnce(backend.kinds.dropFirst(number + 1))
    }
    // Less urgent than new changes, so it comes after them.
    try await compareWhereNeeded(&outcome)
    try await reconcileLists()
    let held = outcome.held
    if case .refused(let status, let code)? = outcome.pullRefusal {
      // Everything else was read, so the questions about it are asked.
      try await stored { () throws(StoreError) in
        try await store.note(held, of: account)
      }
      throw .problem(.rejected(status: status, code: code), at: nil)
    }
    try await stored { () throws(StoreError) in
      try await store.noteSync(of: account, beginning: beginning, held: held)
    }
    outcome.isPullComplete = true
  }

  /// Reads all changes since the cursor.
  /// - Parameter first: the first page, if it was asked for already.
  func receiveAll(
    of kind: RecordKind, _ first: RequestedPage? = nil, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    var asked = first
    defer { asked?.answer.cancel() }
    var hasRestarted = false
    var isMore = true
    var pages = 0
    let received = outcome.received
    while isMore {
      if Task.isCancelled { throw .cancelled }
      switch try await receiveNext(of: kind, &asked, &outcome) {
      case .more:
        // Strangers may write any number of memberships. The next round continues where this one ends.
        pages += 1
        guard kind == .membership, pages >= Self.membershipPageLimit else { break }
        isMore = false
        if outcome.received - received > Self.manyMemberships { try await readAccepted() }
      case .end: isMore = false
      case .cursorExpired:
        guard !hasRestarted else {
          throw .problem(.protocolViolation(detail: "no cursor is accepted"), at: nil)
        }
        hasRestarted = true
      }
    }
  }

  /// Reads by name the memberships that the user has accepted: it may take many rounds until the pages have them.
  private func readAccepted() async throws(SyncStop) {
    do throws(SyncStop) {
      try await inTurn { () async throws(SyncStop) in
        let accepted = try await stored { () throws(StoreError) in
          try await store.acceptedMemberships(of: account)
        }
        try await verify(accepted)
      }
    } catch {
      // A server need not offer the kinds that concern other people.
      guard case .problem(.rejected, _) = error else { throw error }
    }
  }

  // MARK: Asking

  /// A page that has been requested.
  struct RequestedPage {
    /// The cursor from which it was asked.
    let cursor: SyncCursor?
    let answer: PendingAnswer<Result<Result<ChangePage?, SyncError>, SyncStop>>
  }

  /// Asks for the first pages of some kinds. A kind that was never read is left out: its page is large, and may have to
  /// be asked for again.
  private func askAtOnce(_ kinds: ArraySlice<RecordKind>) async throws(SyncStop)
    -> [RecordKind: RequestedPage]
  {
    var asked: [RecordKind: RequestedPage] = [:]
    for kind in kinds {
      let cursor = try await storedCursor(of: kind)
      if cursor != nil { asked[kind] = await ask(kind, since: cursor) }
    }
    return asked
  }

  private func ask(_ kind: RecordKind, since cursor: SyncCursor?) async -> RequestedPage {
    RequestedPage(
      cursor: cursor,
      answer: await requests.start { [self] in
        do throws(SyncStop) {
          return .success(try await page(of: kind, since: cursor))
        } catch {
          return .failure(error)
        }
      })
  }

  private func page(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncStop)
    -> Result<ChangePage?, SyncError>
  {
    try await attempt { () throws(SyncError) in
      try await backend.changes(of: kind, since: cursor)
    }
  }

  private func storedCursor(of kind: RecordKind) async throws(SyncStop) -> SyncCursor? {
    try await stored { () throws(StoreError) in
      try await store.syncCursor(of: kind, of: account)
    }
  }

  // MARK: Merging

  /// Reads a page. A server need not offer the kinds that concern other people.
  private func receiveNext(
    of kind: RecordKind, _ asked: inout RequestedPage?, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> Reading {
    do throws(SyncStop) {
      return try await inTurn { () async throws(SyncStop) in
        try await receivePage(of: kind, &asked, &outcome)
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

  /// - Parameter asked: the page to read, if it was asked for already; afterwards the page that follows it.
  private func receivePage(
    of kind: RecordKind, _ asked: inout RequestedPage?, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> Reading {
    let cursor = try await storedCursor(of: kind)
    if cursor == nil { listingsBegun[kind] = clock.now() }
    var total: PendingAnswer<Int?>?
    defer { total?.cancel() }
    if cursor == nil, kind == .todo {
      total = await requests.start { [backend] in try? await backend.count(of: kind) }
    }
    let answer: Result<ChangePage?, SyncError>
    if let early = asked, early.cursor == cursor {
      asked = nil
      answer = try await early.answer.value().get()
    } else {
      asked?.answer.cancel()
      asked = nil
      answer = try await page(of: kind, since: cursor)
    }
    var page: ChangePage
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
    // A server that repeats its pages would be read for ever.
    guard page.isLast || page.next != cursor, page.records.allSatisfy({ $0.key.kind == kind })
    else { throw .problem(.protocolViolation(detail: "a page that leads nowhere"), at: nil) }
    outcome.didReachServer = true
    try await takeHeld(&page, &outcome)
    if !page.isLast {
      asked = await ask(kind, since: page.next)
      if page.total == nil { page.total = await total?.value() ?? nil }
    }
    let missing = try await stored { [page] () throws(StoreError) in
      try await store.apply(page, of: kind, from: account, askedSince: cursor)
    }
    // Another process reads the same account, or everything has to be read anew.
    guard let missing else { return .more }
    note(page.records)
    outcome.received += page.records.count
    outcome.pullRefusal = outcome.pullRefusal ?? page.refusal
    try await verify(missing)
    if page.records.contains(where: { missing.contains($0.key) }) {
      page.records = []
      _ = try await stored { [page] () throws(StoreError) in
        try await store.apply(page, of: kind, from: account, askedSince: cursor)
      }
    }
    if page.isListing, page.isLast, let begun = listingsBegun.removeValue(forKey: kind) {
      // A complete listing is as good as a comparison, but only for the time when it began: the records that were read
      // first may have changed since, if a later round has read the rest.
      try await stored { () throws(StoreError) in
        try await store.endComparison(of: kind, of: account, at: begun)
      }
    }
    return page.isLast ? .end : .more
  }

  private func note(_ records: [RemoteRecord]) {
    deletionsRead += records.count { $0.state == .deleted || $0.state == .absent }
  }

  /// Requests individually the records that a listing did not contain: their absence from it proves nothing.
  func verify(_ keys: [RecordKey]) async throws(SyncStop) {
    var rest = keys[...]
    while !rest.isEmpty {
      let next = Array(rest.prefix(max(1, backend.batchLimit)))
      rest = rest.dropFirst(next.count)
      let part = try await wanted(next)
      if part.isEmpty { continue }
      switch try await read(part) {
      case .success(let records):
        note(records)
        try await stored { () throws(StoreError) in
          try await store.apply(records, from: account)
        }
      case .failure(let error): throw .problem(error, at: nil)
      }
    }
  }

  /// Leaves out invitations that would not be kept, and would be read again each time.
  func wanted(_ keys: [RecordKey]) async throws(SyncStop) -> [RecordKey] {
    guard keys.contains(where: { $0.kind == .membership }) else { return keys }
    let unwanted = try await stored { () throws(StoreError) in
      try await store.unwantedInvitations(among: keys, of: account)
    }
    return keys.filter { !unwanted.contains($0) }
  }

  /// Reconciles deleted lists that still contain something, and to-dos without a list.
  func reconcileLists() async throws(SyncStop) {
    try await inTurn { () async throws(SyncStop) in
      let missing = try await stored { () throws(StoreError) in
        try await store.missingLists(of: account)
      }
      try await verify(missing)
      try await stored { () throws(StoreError) in
        try await store.reconcileLists(of: account)
      }
    }
  }
}
