public import Core

extension FirestoreBackend {
  /// How many answers without news may come at once before the server counts as broken.
  private static let mostEmptyAnswers = 5
  /// An answer sooner than this was not worth waiting for.
  private static let shortWait: Int64 = 1000

  /// Listens to what changes in all collections. The answers name records and versions; reading them
  /// is left to ``fetch(_:)`` and ``changes(of:since:)``.
  ///
  /// Without a cursor of a kind, only what changes from now on is told of it.
  public func watch(
    since cursors: [RecordKind: SyncCursor], onSignal: @escaping @Sendable (LiveSignal) -> Void
  ) async throws(SyncError) {
    let targets = self.targets(since: cursors)
    let token = try await exchange.tokens.token()
    do throws(SyncError) {
      try await listen(to: targets, token: token, onSignal: onSignal)
    } catch {
      let isResumed = targets.contains { $0.token != nil }
      switch error {
      case .rejected(400...404, _), .protocolViolation:
        resumption.forget()
        // It may have been the token that was not wanted.
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
    to targets: [FirestoreListener.Target], token: String?,
    onSignal: @Sendable (LiveSignal) -> Void
  ) async throws(SyncError) {
    var requests: [FirestoreListenRequest] = []
    for target in targets { requests.append(try request(for: target)) }
    var channel = try await FirestoreChannel(
      url: paths.listenURL, database: paths.databaseName, requests: requests,
      token: token, transport: watchTransport, clock: exchange.clock,
      limits: .init(exchange: exchange.timeout, silence: watchSilence))
    var listener = FirestoreListener(targets: targets, paths: paths, resumption: resumption)
    var emptyAnswers = 0
    while true {
      let begin = exchange.clock.now()
      guard let answers = try await channel.receive() else { continue }
      for signal in try listener.take(answers) { onSignal(signal) }
      let waited = exchange.clock.now().milliseconds - begin.milliseconds
      emptyAnswers = answers.isEmpty && waited < Self.shortWait ? emptyAnswers + 1 : 0
      guard emptyAnswers <= Self.mostEmptyAnswers else { throw FirestoreChannel.broken }
    }
  }

  private func targets(since cursors: [RecordKind: SyncCursor]) -> [FirestoreListener.Target] {
    paths.kinds.enumerated().map { number, kind in
      let since = cursors[kind].flatMap { FirestoreCursor($0, of: kind) }?.since
      let start = since.flatMap(FirestoreOverlap.start) ?? exchange.clock.now()
      let point = resumption.point(of: kind, for: start)
      return .init(
        id: (number + 1) * 2, kind: kind, start: point?.start ?? start, token: point?.token)
    }
  }

  private func request(for target: FirestoreListener.Target) throws(SyncError)
    -> FirestoreListenRequest
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
