import Core

extension FirestoreBackend {
  /// Reads memberships by name.
  ///
  /// The rules reveal only to its owner that a document does not exist. So the user's own memberships are listed,
  /// starting at each name: a name that the listed range lacks does not exist. Others may stand between the names; where
  /// they are many, fewer names are asked for at once.
  func fetchMemberships(_ keys: [RecordKey]) async throws(SyncError) -> [RecordKey: RemoteRecord] {
    var found: [RecordKey: RemoteRecord] = [:]
    var rest = keys.sorted { Self.precedes($0, $1) }[...]
    var atOnce = rest.count
    while let first = rest.first {
      let names = min(atOnce, rest.count)
      let size = names == 1 ? 1 : min(pageSize, 4 * names)
      let page = try await page(of: .membership, limit: size) { limit in
        .listing(
          paths.selection(of: .membership), from: paths.documentName(of: first), limit: limit)
      }
      try page.requireOrder(after: nil) { ("", $0.id) }
      let records = Dictionary(page.documents.map { ($0.record.key, $0.record) }) { $1 }
      let last = page.isLast ? nil : page.documents.last?.record.key
      let covered = rest.prefix { key in last.map { !Self.precedes($0, key) } ?? true }
      guard !covered.isEmpty else {
        throw .protocolViolation(detail: "not the documents that were asked for")
      }
      for key in covered {
        found[key] =
          records[key]
          ?? RemoteRecord(
            key: key, state: .absent, version: nil, readAt: RFC3339.microseconds(page.readTime))
      }
      rest = rest.dropFirst(covered.count)
      atOnce = 2 * covered.count
    }
    return found
  }

  private static func precedes(_ key: RecordKey, _ other: RecordKey) -> Bool {
    FirestorePage.order(ofID: key.id).lexicographicallyPrecedes(FirestorePage.order(ofID: other.id))
  }
}
