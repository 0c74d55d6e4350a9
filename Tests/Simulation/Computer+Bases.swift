import Basics
import Core
import TestSupport

// The contents of a computer's database, and its bases.

extension Computer {
  /// The results of a query for one column.
  func names(_ sql: String) async throws(StoreError) -> Set<ExactText> {
    Set(try await store.column(sql).map { ExactText($0) })
  }

  /// One base: the state of a record that was agreed on with the server.
  struct Base: Hashable {
    let account: Account
    let key: RecordKey
    let version: Int64?
  }

  /// All bases, of all accounts.
  func bases() async throws -> [Base] {
    var bases: [Base] = []
    for account in try await store.syncAccounts() {
      let lines = try await store.column(
        """
        SELECT kind || ' ' || IFNULL(ordinal, '-') || ' ' || record FROM syncBase
          WHERE account = '\(account.id.rawValue)' ORDER BY 1
        """)
      bases += lines.compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3, let kind = RecordKind(rawValue: parts[0]) else { return nil }
        let version = Int64(parts[1]).map { ordinal in
          isOnWire ? SimulatedFirestore.version(ofOrdinal: ordinal) : ordinal
        }
        return Base(account: account, key: RecordKey(kind: kind, id: parts[2]), version: version)
      }
    }
    return bases
  }

  /// An answer that was overtaken by a later one must not bring back an earlier base.
  /// - Returns: the records whose base is older than before.
  func setBacks(_ server: SimulatedServer) async -> [String] {
    guard let bases = try? await bases() else { return [] }
    var seen: [AccountID: [RecordKey: Int64]] = [:]
    var problems: [String] = []
    for base in bases {
      guard let version = base.version else { continue }
      seen[base.account.id, default: [:]][base.key] = version
      if let before = seenVersions[base.account.id]?[base.key], version < before,
        let present = server.version(of: base.key, for: client(of: base.account)),
        version < present
      {
        problems.append(
          "\(self.name) went from state \(before) of \(base.key.id) back to \(version)")
      }
    }
    seenVersions = seen
    return problems
  }
}
