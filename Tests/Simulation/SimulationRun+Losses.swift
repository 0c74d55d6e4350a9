import Core
import TestSupport

// A server that loses what it took.

extension SimulationRun {
  private var trees: [String?] { isSharing ? users : [nil] }

  /// Documents are gone without a tombstone: some of them, or all.
  func loseDocuments() async throws {
    let isAll = chances.happens(20)
    for user in trees where chances.happens(70) {
      let records = user.map(server.records(of:)) ?? server.records
      for key in server.names(of: user) where isAll || chances.happens(25) {
        log.add("the server loses \(key.id)")
        lostKeys.insert(key)
        try await forgiveWhatNobodyHas(of: key, records[key] ?? [:])
        server.erase(key, of: user)
      }
    }
  }

  /// Who wrote a value may have left the list before anybody read it.
  private func forgiveWhatNobodyHas(of key: RecordKey, _ fields: RecordFields) async throws {
    var held: [RecordFields] = []
    for computer in computers {
      if let here = try await computer.store.allRecords()[key] { held.append(here) }
    }
    for field in Ledger.fields {
      guard let value = fields[field], !held.contains(where: { $0[field] == value }) else {
        continue
      }
      ledger.giveUp(value, at: .init(key: key, field: field))
    }
  }

  /// Documents are as they were before. Only such as every computer knows in the last state: what somebody
  /// writes who does not know it cannot be told from a change that was meant.
  func restoreDocuments() async throws {
    for user in trees {
      for key in server.names(of: user) where key.kind != .member && chances.happens(40) {
        guard let version = chances.pick(server.earlierVersions(of: key, of: user)),
          let present = server.version(of: key, of: user), version < present,
          try await isKnown(key, as: present, to: user)
        else { continue }
        log.add("the server has \(key.id) as at v\(version)")
        lostKeys.insert(key)
        hasRestored = true
        server.restore(key, to: version, of: user)
      }
    }
  }

  private func isKnown(_ key: RecordKey, as version: Int64, to user: String?) async throws -> Bool {
    for computer in computers {
      let known = try await computer.store.column(
        "SELECT ordinal FROM syncBase WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'")
      if known.contains(where: { Int64($0) != version }) { return false }
      if known.isEmpty, user == nil || computer.user == user { return false }
    }
    return true
  }
}
