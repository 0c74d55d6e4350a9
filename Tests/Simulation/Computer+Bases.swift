import Basics
import Core
import TestSupport

// What the database of a computer says, and what it has agreed on with the server.

extension Computer {
  /// The names that a query for one column gives.
  func names(_ sql: String) async throws(StoreError) -> Set<ExactText> {
    Set(try await store.column(sql).map { ExactText($0) })
  }

  /// One row of what was agreed on.
  struct Base: Hashable {
    let account: Account
    let key: RecordKey
    let version: Int64?
  }

  /// The states agreed on, of everything that is synchronised here.
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

  /// An answer that was overtaken on its way must not bring back what was before.
  /// - Returns: the records of which an older state is agreed on now than was before.
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
