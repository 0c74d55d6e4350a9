import Core

extension SyncEngine {
  /// How often one change is brought together with what others wrote before it has to wait.
  private static let conflictLimit = 3

  /// Sends pending changes one at a time in the order given.
  func sendPending(_ outcome: inout SyncOutcome) async throws(SyncStop) {
    let now = clock.now()
    let keys = try await stored { () throws(StoreError) in
      try await store.pendingKeys(of: account, at: now)
    }
    for key in keys {
      if Task.isCancelled { throw .cancelled }
      await takeTurn()
      do throws(SyncStop) {
        try await send(key, &outcome)
        endTurn()
      } catch {
        endTurn()
        throw error
      }
    }
  }

  private func send(_ key: RecordKey, _ outcome: inout SyncOutcome) async throws(SyncStop) {
    var agreed: String?
    var conflicts = 0
    // Read only now: it may have been sent, edited or discarded since the order was made.
    while let change = try await pendingChange(key) {
      let failure: SyncError
      switch try await push(change, replacing: agreed) {
      case .success(let version):
        outcome.didReachServer = true
        try await stored { () throws(StoreError) in
          try await store.acknowledge(change, version: version)
        }
        outcome.sent += 1
        return
      case .failure(.conflict) where conflicts < Self.conflictLimit:
        conflicts += 1
        switch try await resolveConflict(of: change) {
        case .success(let version):
          agreed = version
          continue
        case .failure(let error): failure = error
        }
      case .failure(let error):
        failure = error
      }
      guard case .rejected(let status, let code) = failure else {
        throw .problem(failure, at: key)
      }
      outcome.didReachServer = true
      try await holdBack(change, .refused(status: status, code: code), &outcome)
      return
    }
  }

  private func push(_ change: PendingChange, replacing agreed: String?) async throws(SyncStop)
    -> Result<String, SyncError>
  {
    var version = agreed
    if version == nil { version = try await versionReplaced(by: change) }
    let expected = version
    return try await attempt { () throws(SyncError) in
      try await backend.push(change, replacing: expected)
    }
  }

  private func pendingChange(_ key: RecordKey) async throws(SyncStop) -> PendingChange? {
    try await stored { () throws(StoreError) in
      try await store.pendingChange(for: key, of: account)
    }
  }

  /// The state on the server that a change was made for.
  ///
  /// Without it an update could write a few fields into a record that was deleted meanwhile, and a
  /// deletion could take an edit along that nobody here has seen. A whole record is written whatever
  /// is there: it replaces tombstones.
  private func versionReplaced(by change: PendingChange) async throws(SyncStop) -> String? {
    if case .create = change.operation { return nil }
    let base = try await stored { () throws(StoreError) in
      try await store.syncBase(for: change.key, of: account)
    }
    return base.map(\.version).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func holdBack(
    _ change: PendingChange, _ problem: SyncProblem, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    let retry = SyncRetry(attempts: 1, notBefore: clock.now(), problem: problem)
    try await stored { () throws(StoreError) in
      try await store.setRecordRetry(retry, for: change.key, of: account)
    }
    outcome.refusals.append(.init(key: change.key, title: change.title, problem: problem))
  }

  // MARK: Conflicts

  /// Brings a change together with what the server holds by now. If that is what was to be written,
  /// an answer was lost and nothing is left to send.
  /// - Returns: the state that the change may replace, where the store does not know it.
  private func resolveConflict(of change: PendingChange) async throws(SyncStop)
    -> Result<String?, SyncError>
  {
    let key = change.key
    let answer = try await attempt { () throws(SyncError) in
      try await backend.fetch(key)
    }
    let remote: RemoteRecord
    switch answer {
    case .success(let found):
      remote = found ?? RemoteRecord(key: key, state: .deleted, version: "")
    case .failure(let error):
      return .failure(error)
    }
    if change.operation == .delete { return .success(try await resolveDeletion(change, remote)) }
    try await stored { () throws(StoreError) in
      try await store.apply([remote], from: account)
    }
    return .success(nil)
  }

  /// An edit beats a delete: what somebody else changed since comes back.
  private func resolveDeletion(_ change: PendingChange, _ remote: RemoteRecord)
    async throws(SyncStop) -> String?
  {
    let base = try await stored { () throws(StoreError) in
      try await store.syncBase(for: change.key, of: account)
    }
    if case .live = remote.state, base?.state == remote.state { return remote.version }
    try await stored { () throws(StoreError) in
      if case .deleted = remote.state {
        try await store.acknowledge(change, version: remote.version)
      } else {
        try await store.discard(change.key, of: account, restoring: remote)
      }
    }
    return nil
  }
}
