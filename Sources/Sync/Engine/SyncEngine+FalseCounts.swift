import Core

// If a server's count were permanently wrong, every round would compare everything.

extension SyncEngine {
  /// The most comparisons in a day that a differing count may cause without agreeing afterwards, or that leave out
  /// invitations. Then only the daily comparison is made.
  private static let mostFalseCounts = 3

  /// Whether a count that differs from what is known is a reason to compare.
  func isCountTrusted(of kind: RecordKind) async throws(SyncStop) -> Bool {
    try await recentFalseCounts(of: kind).number < Self.mostFalseCounts
  }

  /// Records whether the count agreed with what a comparison found.
  func noteCount(of kind: RecordKind, isFalse: Bool) async throws(SyncStop) {
    var falseCounts: (number: Int, since: Timestamp)?
    if isFalse {
      let recent = try await recentFalseCounts(of: kind)
      falseCounts = (recent.number + 1, recent.since)
    }
    let noted = falseCounts
    try await stored { () throws(StoreError) in
      try await store.setFalseCounts(noted, of: kind, of: account)
    }
  }

  /// The false counts of the last day; zero if a day has passed since the first one, or the clock was set back.
  private func recentFalseCounts(of kind: RecordKind) async throws(SyncStop)
    -> (number: Int, since: Timestamp)
  {
    let now = clock.now()
    guard let known = try await comparison(of: kind).falseCounts, known.since <= now,
      now < known.since.adding(Self.comparisonInterval)
    else { return (0, now) }
    return known
  }
}
