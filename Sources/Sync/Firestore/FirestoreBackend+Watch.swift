public import Core

extension FirestoreBackend {
  /// How many answers without news may come immediately before the server counts as broken.
  private static let mostEmptyAnswers = 5
  /// An answer sooner than this, in milliseconds, counts as immediate.
  private static let shortWait: Int64 = 1000
  /// The most queries on one connection
  /// (https://firebase.google.com/docs/firestore/best-practices#realtime_updates recommends fewer than 100
  /// listeners for each client).
  private static let mostTargets = 99

  public var mostWatchedShares: Int {
    max(0, Self.mostTargets - kinds.count) / FirestorePaths.kindsOfShare.count
  }

  /// Listens to changes in all collections. The answers name records and versions; reading them is left to
  /// ``fetch(_:)`` and ``changes(of:since:)``.
  ///
  /// Without a cursor for a kind, only changes from now on are reported for it.
  public func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {
    let parts = self.parts(since: cursors, shares.prefix(mostWatchedShares))
    let token = try await exchange.tokens.token()
    do throws(SyncError) {
      try await listen(to: parts, token: token, onSignal: onSignal)
    } catch {
      let isResumed = parts.contains { $0.targets.contains { $0.token != nil } }
      switch error {
      case .rejected(400...404, _), .protocolViolation:
        resumption.forget()
        // The server may have rejected the resume token.
        if isResumed { throw FirestoreChannel.broken }
      case .authentication:
        if let token { await exchange.tokens.refuse(token) }
      default:
        break
      }
      throw error
    }
  }

  private func listen(
    to parts: [FirestoreListener.Part], token: String?,
    onSignal: @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {
    var requests: [FirestoreListenRequest] = []
    for part in parts {
      for target in part.targets { requests.append(try request(for: target, in: part.paths)) }
    }
    var channel = try await FirestoreChannel(
      url: paths.listenURL, database: paths.databaseName, requests: requests,
      token: token, isEmulator: paths.settings.isLoopback, transport: watchTransport,
      clock: exchange.clock,
      limits: .init(exchange: exchange.timeout, silence: watchSilence))
    var listener = FirestoreListener(parts: parts, resumption: resumption)
    var emptyAnswers = 0
    while true {
      let begin = exchange.clock.now()
      guard let answers = try await channel.receive() else { continue }
      for (share, signal) in try listener.take(answers) { onSignal(share, signal) }
      let waited = exchange.clock.now().milliseconds - begin.milliseconds
      emptyAnswers = answers.isEmpty && waited < Self.shortWait ? emptyAnswers + 1 : 0
      guard emptyAnswers <= Self.mostEmptyAnswers else { throw FirestoreChannel.broken }
    }
  }

  private func parts(
    since cursors: [RecordKind: SyncCursor], _ shares: some Sequence<WatchedShare>
  ) -> [FirestoreListener.Part] {
    var lastID = 0
    var parts = [part(paths, since: cursors, &lastID)]
    for watched in shares {
      let paths = FirestorePaths(settings: paths.settings, share: watched.share)
      parts.append(part(paths, since: watched.cursors, &lastID))
    }
    return parts
  }

  private func part(
    _ paths: FirestorePaths, since cursors: [RecordKind: SyncCursor], _ lastID: inout Int
  ) -> FirestoreListener.Part {
    let targets = paths.kinds.map { kind in
      let since = cursors[kind].flatMap { FirestoreCursor($0, of: kind) }?.since
      let start = since.flatMap(FirestoreLookback.start) ?? exchange.clock.now()
      let point = resumption.point(of: kind, in: paths.share, for: start)
      lastID += 2
      return FirestoreListener.Target(
        id: lastID, kind: kind, start: point?.start ?? start, token: point?.token)
    }
    return .init(paths: paths, targets: targets)
  }

  private func request(for target: FirestoreListener.Target, in paths: FirestorePaths)
    throws(SyncError) -> FirestoreListenRequest
  {
    guard let start = RFC3339.format(target.start) else {
      throw .protocolViolation(detail: "time out of range")
    }
    let query = FirestoreQuery.changes(paths.selection(of: target.kind), since: start)
    return FirestoreListenRequest(
      database: paths.databaseName,
      addTarget: .init(
        targetId: target.id,
        query: .init(
          parent: paths.parentName(of: target.kind), structuredQuery: query.structuredQuery),
        resumeToken: target.token))
  }
}
