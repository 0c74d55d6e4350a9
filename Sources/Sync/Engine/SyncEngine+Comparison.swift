import Core

// Servers lose documents: they are wiped, or restored from a backup. No cursor shows that.

extension SyncEngine {
  /// How often names and versions are compared without a particular reason.
  static let comparisonInterval = Duration.seconds(24 * 60 * 60)

  /// The most pages of a comparison; more are not a person's to-dos.
  private static let comparisonPageLimit = 1000

  /// Counts the server's records, all kinds at once, and compares everything of a kind if the count differs from
  /// what is known, if an answer was inconsistent, or if the last comparison is long ago.
  func compareWhereNeeded(_ outcome: inout SyncOutcome) async throws(SyncStop) {
    var counts: [RecordKind: PendingAnswer<Int?>] = [:]
    defer { for count in counts.values { count.cancel() } }
    for kind in backend.kinds where try await !isDue(kind) {
      counts[kind] = await requests.start { [backend] in try? await backend.count(of: kind) }
    }
    for kind in backend.kinds {
      try await compareIfNeeded(kind, counts.removeValue(forKey: kind), &outcome)
    }
  }

  private func compareIfNeeded(
    _ kind: RecordKind, _ early: PendingAnswer<Int?>?, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    let isForCount = try await !isDue(kind)
    if isForCount {
      let counted: Int?
      if let early { counted = await early.value() } else { counted = try await count(kind) }
      if Task.isCancelled { throw .cancelled }
      guard try await isOther(counted, kind), try await isCountTrusted(of: kind) else { return }
      // Somebody may have added a record between the page and the count.
      try await receiveAll(of: kind, nil, &outcome)
      guard try await isOther(try await count(kind), kind) else { return }
    }
    do throws(SyncStop) {
      let isWhole = try await compare(kind)
      if isForCount {
        let isStillOther = try await isOther(try await count(kind), kind)
        // Strangers who send one invitation after another must not make each round compare everything.
        try await noteCount(of: kind, isFalse: isStillOther || !isWhole)
      }
    } catch {
      // A server need not offer the kinds that concern other people.
      guard kind.isAboutOthers, case .problem(.rejected, _) = error else { throw error }
    }
  }

  private func isDue(_ kind: RecordKind) async throws(SyncStop) -> Bool {
    let known = try await comparison(of: kind)
    guard !known.isDue, let last = known.comparedAt else { return true }
    let now = clock.now()
    // The clock may have been set back since.
    return now < last || now >= last.adding(Self.comparisonInterval)
  }

  private func isOther(_ count: Int?, _ kind: RecordKind) async throws(SyncStop) -> Bool {
    guard let count else { return false }
    return try await comparison(of: kind).expectedCount != count
  }

  func comparison(of kind: RecordKind) async throws(SyncStop) -> ServerComparison {
    try await stored { () throws(StoreError) in
      try await store.comparison(of: kind, of: account)
    }
  }

  /// Nil if the server does not count. The daily comparison remains.
  private func count(_ kind: RecordKind) async throws(SyncStop) -> Int? {
    if Task.isCancelled { throw .cancelled }
    return try? await backend.count(of: kind)
  }

  /// Compares the names and versions of all records of a kind. What differs or is missing is read by name,
  /// merged and sent again.
  /// - Returns: whether no invitations were left out.
  private func compare(_ kind: RecordKind) async throws(SyncStop) -> Bool {
    var unknown: [RecordKey] = []
    var isWhole = true
    var place: SyncCursor?
    var pages = 0
    repeat {
      if Task.isCancelled { throw .cancelled }
      let here = place
      let page = try await inTurn { () async throws(SyncStop) in
        try await comparePage(of: kind, after: here)
      }
      // Without versions from the server, only the count can be compared. The changes that this round has read were a
      // complete listing if that was requested before it began; if not, the daily one remains.
      guard let page else {
        try await endRequest(for: kind)
        return true
      }
      unknown += page.unknown
      isWhole = isWhole && page.isWhole
      place = page.next
      // Strangers may write any number of memberships. Beyond the limit only the known ones are read.
      pages += 1
      if kind == .membership, pages >= Self.membershipPageLimit { break }
      guard pages < Self.comparisonPageLimit else {
        throw .problem(.protocolViolation(detail: "a listing without end"), at: nil)
      }
    } while place != nil
    let others = unknown
    let isCut = place != nil
    try await inTurn { () async throws(SyncStop) in
      let missing = try await stored { () throws(StoreError) in
        try await store.unseenRecords(of: kind, of: account, isLive: isCut)
      }
      try await verify(missing)
      let now = clock.now()
      try await stored { () throws(StoreError) in
        try await store.endComparison(of: kind, of: account, at: now, unknown: others)
      }
    }
    return isWhole && !isCut
  }

  private func endRequest(for kind: RecordKind) async throws(SyncStop) {
    guard try await comparison(of: kind).isDue else { return }
    try await stored { () throws(StoreError) in
      try await store.endRequestedComparison(of: kind, of: account)
    }
  }

  /// - Returns: where to continue, the records without a state here, and whether all of them were read; nil if the
  ///   server does not send versions without contents.
  private func comparePage(of kind: RecordKind, after place: SyncCursor?)
    async throws(SyncStop) -> (next: SyncCursor?, unknown: [RecordKey], isWhole: Bool)?
  {
    let answer = try await attempt { () throws(SyncError) in
      try await backend.versions(of: kind, after: place)
    }
    let page: VersionPage
    switch answer {
    case .success(nil): return nil
    case .success(let found?): page = found
    case .failure(let error): throw .problem(error, at: nil)
    }
    guard page.versions.keys.allSatisfy({ $0.kind == kind }),
      page.next == nil || page.next != place && !page.versions.isEmpty
    else { throw .problem(.protocolViolation(detail: "a page that leads nowhere"), at: nil) }
    if place == nil {
      try await stored { () throws(StoreError) in
        try await store.beginComparison(of: kind, of: account)
      }
    }
    try await verify(try await differing(page))
    let rest = try await differing(page)
    let read = try await wanted(rest)
    try await mergeConfirmed(read)
    return (page.next, rest, read.count == rest.count)
  }

  /// Merges what a server confirms when asked again, whatever versions are known here.
  private func mergeConfirmed(_ keys: [RecordKey]) async throws(SyncStop) {
    guard !keys.isEmpty else { return }
    var rest = keys[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(max(1, backend.batchLimit)))
      rest = rest.dropFirst(part.count)
      let known = try await stored { () throws(StoreError) in
        try await store.versions(of: part, of: account)
      }
      let records: [RemoteRecord]
      switch try await read(part) {
      case .success(let found): records = found
      case .failure(let error): throw .problem(error, at: nil)
      }
      try await stored { () throws(StoreError) in
        try await store.mergeConfirmed(records, insteadOf: known, from: account)
      }
    }
  }

  private func differing(_ page: VersionPage) async throws(SyncStop) -> [RecordKey] {
    try await stored { () throws(StoreError) in try await store.compare(page, of: account) }
  }
}
