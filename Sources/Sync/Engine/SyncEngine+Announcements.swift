import Core

// Records that a live update announced, but the next round does not show, are read by name: a server may
// report a change before its queries find it, and with a time up to which they were already read.

extension SyncEngine {
  /// The most announced records that are remembered. Others are found as without a live connection.
  private static let mostAnnounced = 1000

  /// Records which records the server has announced.
  /// - Parameter versions: nil where none was sent.
  /// - Returns: whether one of them is not known here, after the work in progress is done.
  func announce(_ versions: [RecordKey: RecordVersion?]) async -> Bool {
    await takeTurn()
    defer { endTurn() }
    guard let unknown = try? await store.unknown(versions, of: account) else { return true }
    for key in unknown where announced.count < Self.mostAnnounced {
      announced[key] = versions[key]
    }
    return !unknown.isEmpty
  }

  /// Reads the announced records of a kind that are still not known.
  func readAnnounced(of kind: RecordKind) async throws(SyncStop) {
    let named = announced.filter { $0.key.kind == kind }
    guard !named.isEmpty else { return }
    do throws(SyncStop) {
      try await inTurn { () async throws(SyncStop) in
        let unknown = try await stored { () throws(StoreError) in
          try await store.unknown(named, of: account)
        }
        try await verify(unknown)
      }
    } catch {
      // A record that may not be read now will not be readable the next time either.
      guard case .problem(.rejected, _) = error else { throw error }
    }
    for (key, version) in named where announced[key] == version { announced[key] = nil }
  }
}
