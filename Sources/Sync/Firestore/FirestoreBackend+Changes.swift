import Basics
public import Core

extension FirestoreBackend {
  public func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    guard let cursor else { return try await list(kind, from: .init()) }
    switch FirestoreCursor(cursor, of: kind) {
    case nil: return nil
    case .listing(let place): return try await list(kind, from: place)
    case .changes(let place): return try await readChanges(of: kind, from: place)
    }
  }

  private func list(_ kind: RecordKind, from place: FirestoreCursor.Listing)
    async throws(SyncError) -> ChangePage
  {
    let after = place.after.map { paths.documentName(of: RecordKey(kind: kind, id: $0)) }
    let page = try await page(of: kind, limit: place.limit) { limit in
      .listing(paths.selection(of: kind), after: after, limit: limit)
    }
    try page.requireOrder(after: place.after.map { ("", $0) }, by: { ("", $0.id) })
    let amount = try (place.amount ?? .init()).adding(page, upTo: volumeLimit(of: kind))
    let startedAt = place.startedAt ?? page.readTime
    let next: FirestoreCursor
    if let last = page.documents.last, !page.isLast {
      next = .init(
        .init(
          after: last.id, startedAt: startedAt, limit: smaller(page.limit), amount: amount))
    } else {
      let isShort = place.after == nil && page.documents.count <= lookbackLimit
      next = .init(FirestoreLookback.first(at: startedAt, isMuch: !isShort))
    }
    return ChangePage(
      records: page.documents.map(\.record), next: try next.stored(), isLast: page.isLast,
      isListing: true, serverTime: RFC3339.parse(page.readTime))
  }

  /// When a round ends, everything visible at its start has been read, so the next one begins there.
  private func readChanges(of kind: RecordKind, from place: FirestoreCursor.Changes)
    async throws(SyncError) -> ChangePage?
  {
    guard let start = FirestoreLookback.start(of: place) else {
      throw .protocolViolation(detail: "time out of range")
    }
    let after = place.after.map {
      (time: $0.time, name: paths.documentName(of: RecordKey(kind: kind, id: $0.id)))
    }
    let page = try await page(of: kind, limit: place.limit) { limit in
      .changes(paths.selection(of: kind), since: start, after: after, limit: limit)
    }
    try page.requireOrder(after: place.after.map { ($0.time, $0.id) }) { ($0.changedAt, $0.id) }
    // A time ahead of the server's clock was never a time of this server. With it, nothing would be reported for a long
    // time.
    guard FirestoreServerTime.isPlausible(place.since, at: page.readTime) else { return nil }
    let amount = try (place.amount ?? .init()).adding(page, upTo: volumeLimit(of: kind))
    let startedAt = place.startedAt ?? page.readTime
    let told = (place.told ?? 0) + page.documents.count
    var next: FirestoreCursor.Changes
    var isLast = page.isLast
    if let last = page.documents.last, let time = last.changedAt, !page.isLast {
      next = place
      next.after = .init(time: time, id: last.id)
      next.startedAt = startedAt
      next.told = told
      next.limit = smaller(page.limit)
      next.amount = amount
    } else {
      next = FirestoreLookback.next(after: place, isMuch: told > lookbackLimit, at: startedAt)
      // The period that was left out can be read again now, as the rest of this round.
      if next.unsure != nil, FirestoreLookback.isComplete(next) { isLast = false }
    }
    return ChangePage(
      records: page.documents.map(\.record), next: try FirestoreCursor(next).stored(),
      isLast: isLast, isListing: false, serverTime: RFC3339.parse(page.readTime))
  }

  /// Runs a query, with fewer documents if the answer exceeds the limit.
  func page(of kind: RecordKind, limit: Int?, query: (Int) -> FirestoreQuery)
    async throws(SyncError) -> FirestorePage
  {
    var limit = min(limit ?? pageSize, pageLimit.value)
    while true {
      if let response = try await answer(to: query(limit), of: kind, limit: limit) {
        let page = try FirestorePage(
          response, of: kind, limit: limit, codec: codec, latest: exchange.latest(in: response))
        if !page.isLast { pageLimit.grow() }
        return page
      }
      guard limit > 1 else { throw Self.tooLarge }
      limit /= min(4, limit)
    }
  }

  private func answer(to query: FirestoreQuery, of kind: RecordKind, limit: Int)
    async throws(SyncError) -> HTTPResponse?
  {
    do throws(SyncError) {
      return try await answer(
        .post, paths.queryURL(of: kind), body: try Self.encode(query), isConditional: false)
    } catch {
      if error.isInterruption { pageLimit.shrink(from: limit) }
      throw error
    }
  }

  /// Strangers may write any number of memberships, and an error would end each later round. The engine reads a few
  /// pages of them in a round, and the store keeps few.
  private func volumeLimit(of kind: RecordKind) -> FirestoreReadVolume {
    if kind == .membership { return .unlimited }
    return readLimit ?? (paths.share == nil ? .limit : .shareLimit)
  }

  private func smaller(_ limit: Int) -> Int? { limit < pageSize ? limit : nil }
}
