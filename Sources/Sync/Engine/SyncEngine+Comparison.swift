import Core

// Servers lose documents: they are emptied, or brought back from a backup. No cursor tells of that.

extension SyncEngine {
  /// How long names and versions are not compared if nothing asks for it.
  private static let comparisonInterval = Duration.seconds(24 * 60 * 60)

  /// More pages are not a listing of somebody's to-dos.
  private static let comparisonPageLimit = 1000

  /// Asks how many records the server has, and compares everything if that is not what is known, if
  /// something did not fit, or if the last time is long ago.
  func compareIfNeeded(_ kind: RecordKind, _ outcome: inout SyncOutcome) async throws(SyncStop) {
    if try await !isDue(kind) {
      guard try await isCountOther(kind) else { return }
      // Somebody may have added something between the page and the count.
      try await receiveAll(of: kind, &outcome)
      guard try await isCountOther(kind) else { return }
    }
    do throws(SyncStop) {
      try await compare(kind)
    } catch {
      // What a server does not tell of other people is not missed.
      guard kind.isAboutOthers, case .problem(.rejected, _) = error else { throw error }
    }
  }

  private func isDue(_ kind: RecordKind) async throws(SyncStop) -> Bool {
    let known = try await comparison(of: kind)
    guard !known.isDue, let last = known.comparedAt else { return true }
    let now = clock.now()
    // The calendar may have been set back since.
    return now < last || now >= last.adding(Self.comparisonInterval)
  }

  private func isCountOther(_ kind: RecordKind) async throws(SyncStop) -> Bool {
    guard let count = try await count(kind) else { return false }
    return try await comparison(of: kind).expectedCount != count
  }

  private func comparison(of kind: RecordKind) async throws(SyncStop) -> ServerComparison {
    try await stored { () throws(StoreError) in
      try await store.comparison(of: kind, of: account)
    }
  }

  /// Nil if the server does not say. Without it there is still the comparison each day.
  private func count(_ kind: RecordKind) async throws(SyncStop) -> Int? {
    if Task.isCancelled { throw .cancelled }
    return try? await backend.count(of: kind)
  }

  /// Compares the names and versions of all that the server has of a kind. What differs or is missing is
  /// read by name, merged and sent again.
  private func compare(_ kind: RecordKind) async throws(SyncStop) {
    var unknown: [RecordKey] = []
    var place: SyncCursor?
    var pages = 0
    repeat {
      if Task.isCancelled { throw .cancelled }
      let here = place
      let page = try await inTurn { () async throws(SyncStop) in
        try await comparePage(of: kind, after: here)
      }
      // A server that does not tell versions by themselves is known by its count only.
      guard let page else { return }
      unknown += page.unknown
      place = page.next
      // Strangers may write any number of these.
      pages += 1
      if kind == .membership, pages >= Self.membershipPageLimit, place != nil { return }
      guard pages < Self.comparisonPageLimit else {
        throw .problem(.protocolViolation(detail: "a listing without end"), at: nil)
      }
    } while place != nil
    let others = unknown
    try await inTurn { () async throws(SyncStop) in
      let missing = try await stored { () throws(StoreError) in
        try await store.unseenRecords(of: kind, of: account)
      }
      try await verify(missing)
      let now = clock.now()
      try await stored { () throws(StoreError) in
        try await store.endComparison(of: kind, of: account, at: now, unknown: others)
      }
    }
  }

  /// - Returns: where to go on, and the records of which no state can be kept here; nil if the server does
  ///   not tell versions by themselves.
  private func comparePage(of kind: RecordKind, after place: SyncCursor?)
    async throws(SyncStop) -> (next: SyncCursor?, unknown: [RecordKey])?
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
    try await believe(rest)
    return (page.next, rest)
  }

  /// What a server tells as often as it is asked is so, whatever the times say that are known here.
  private func believe(_ keys: [RecordKey]) async throws(SyncStop) {
    guard !keys.isEmpty else { return }
    var rest = keys[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(max(1, backend.batchLimit)))
      rest = rest.dropFirst(part.count)
      let records: [RemoteRecord]
      switch try await read(part) {
      case .success(let found): records = found
      case .failure(let error): throw .problem(error, at: nil)
      }
      var versions: [RecordKey: RecordVersion] = [:]
      for record in records { versions[record.key] = record.version }
      let different = try await differing(VersionPage(versions: versions, next: nil))
      try await stored { () throws(StoreError) in
        try await store.forgetOrder(of: different, of: account)
        try await store.apply(records, from: account)
      }
    }
  }

  private func differing(_ page: VersionPage) async throws(SyncStop) -> [RecordKey] {
    try await stored { () throws(StoreError) in try await store.compare(page, of: account) }
  }
}
