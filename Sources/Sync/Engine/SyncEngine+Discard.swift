import Basics
public import Core

extension SyncEngine {
  /// Gives up the unsent edits of records and takes the server's state.
  ///
  /// If the server does not answer within a short time, the bases are taken instead, and it is not asked for the
  /// remaining records.
  public func discard(_ keys: [RecordKey]) async throws(StoreError) {
    var rest = keys[...]
    var isSilent = false
    while !rest.isEmpty {
      let part = Array(rest.prefix(max(1, backend.batchLimit)))
      rest = rest.dropFirst(part.count)
      await takeTurn()
      defer { endTurn() }
      let found = await isSilent ? nil : reading(of: part)
      if found == nil { isSilent = true }
      let isWhole = found?.map(\.key) == part
      for (index, key) in part.enumerated() {
        var remote: RemoteRecord?
        if isWhole, let record = found?[index], !record.isUnreadable {
          remote = record
        } else {
          remote = try await store.syncBase(for: key, of: account)
        }
        try await store.discard(key, of: account, restoring: remote)
      }
    }
  }

  /// The server's states, none if the request fails; nil if there is no answer in time.
  private func reading(of keys: [RecordKey]) async -> [RemoteRecord]? {
    await Deadline.run(
      within: policy.discardLimit, sleep: { [clock] in try await clock.sleep(for: $0) },
      { [backend] () async -> [RemoteRecord] in (try? await backend.fetch(keys)) ?? [] })
  }
}
