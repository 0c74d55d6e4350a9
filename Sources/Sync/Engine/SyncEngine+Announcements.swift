import Core

// If a live update announced records that the next round does not return, they are read by name. A server may report a
// change before its queries find it, and with a time up to which the records were already read.

extension SyncEngine {
  /// The most announced records that are remembered. The rest are found by the queries, as without a live connection.
  private static let mostAnnounced = 1000
  /// The most records that are read by name first. More are left to the queries, which read a page at a time.
  private static let mostReadFirst = 20

  /// Records which records the server has announced.
  /// - Parameter versions: nil where none was sent.
  /// - Returns: whether one of them is not known here, after the work in progress is done.
  package func announce(_ versions: [RecordKey: RecordVersion?]) async -> Bool {
    await takeTurn()
    defer { endTurn() }
    guard let unknown = try? await store.unknown(versions, of: account) else { return true }
    for key in unknown where announced.count < Self.mostAnnounced {
      announced[key] = versions[key]
    }
    return !unknown.isEmpty
  }

  /// Reads the announced lists and to-dos by name before anything else is asked for, if they are few. So another
  /// device's change is here after one request. The queries that follow find the rest, and move the cursors.
  func readFewAnnounced() async throws(SyncStop) {
    let kinds: [RecordKind] = [.list, .todo]
    guard announced.keys.count(where: { kinds.contains($0.kind) }) <= Self.mostReadFirst else {
      return
    }
    try await readAnnounced(of: kinds)
  }

  /// Reads the announced records of some kinds that are still not known.
  func readAnnounced(of kinds: [RecordKind]) async throws(SyncStop) {
    let named = announced.filter { kinds.contains($0.key.kind) }
    guard !named.isEmpty else { return }
    do throws(SyncStop) {
      try await inTurn { () async throws(SyncStop) in
        let unknown = try await stored { () throws(StoreError) in
          try await store.unknown(named, of: account)
        }
        try await verify(unknown)
      }
    } catch {
      // A record that may not be read now will not be readable the next time either, so it is forgotten.
      guard case .problem(.rejected, _) = error else { throw error }
    }
    for (key, version) in named where announced[key] == version { announced[key] = nil }
  }
}
