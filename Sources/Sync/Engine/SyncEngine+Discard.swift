public import Core

extension SyncEngine {
  private enum Reading: Sendable {
    case known(RemoteRecord?)
    case unknown
  }

  /// Gives up the pending edits of a record and takes back what the server holds.
  ///
  /// Where the server does not say within a short time, the last state it agreed to is taken.
  public func discard(_ key: RecordKey) async throws(StoreError) {
    await takeTurn()
    defer { endTurn() }
    let remote: RemoteRecord?
    switch await reading(of: key) {
    case .known(let found): remote = found
    case .unknown: remote = try await store.syncBase(for: key, of: account)
    }
    try await store.discard(key, of: account, restoring: remote)
  }

  private func reading(of key: RecordKey) async -> Reading {
    let backend = backend
    let clock = clock
    let limit = policy.discardLimit
    return await withTaskGroup(of: Reading.self) { group in
      group.addTask {
        do {
          return .known(try await backend.fetch(key))
        } catch {
          return .unknown
        }
      }
      group.addTask {
        try? await clock.sleep(for: limit)
        return .unknown
      }
      let first = await group.next() ?? .unknown
      group.cancelAll()
      return first
    }
  }
}
