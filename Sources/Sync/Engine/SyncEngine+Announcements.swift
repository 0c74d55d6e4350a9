import Core

// What a live connection names is read by name if the next round does not show it: a server may tell of a
// change before its queries find it, and behind a time up to which they were read already.

extension SyncEngine {
  /// No more names are kept. What more there is, is found as without a live connection.
  private static let mostAnnounced = 1000

  /// Takes note of records that the server has named.
  /// - Parameter versions: their states, nil where none was told.
  /// - Returns: whether there is anything among them that is not known here, once what is under way is done.
  func announce(_ versions: [RecordKey: RecordVersion?]) async -> Bool {
    await takeTurn()
    defer { endTurn() }
    guard let unknown = try? await store.unknown(versions, of: account) else { return true }
    for key in unknown where announced.count < Self.mostAnnounced {
      announced[key] = versions[key]
    }
    return !unknown.isEmpty
  }

  /// Reads what was named of a kind and is still not known.
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
      // What may not be read will not be read next time either.
      guard case .problem(.rejected, _) = error else { throw error }
    }
    for (key, version) in named where announced[key] == version { announced[key] = nil }
  }
}
