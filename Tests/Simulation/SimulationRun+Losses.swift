import Core
import TestSupport

// A server that loses what it took.

extension SimulationRun {
  private var trees: [String?] { isSharing ? users : [nil] }

  /// Documents are gone without a tombstone: some of them, or all.
  func loseDocuments() {
    let isAll = chances.happens(20)
    for user in trees where chances.happens(70) {
      for key in server.names(of: user) where isAll || chances.happens(25) {
        log.add("the server loses \(key.id)")
        lostKeys.insert(key)
        server.erase(key, of: user)
      }
    }
  }

  /// Documents are as they were before. Only such as every computer knows in a later state: what somebody
  /// writes who does not know it cannot be told from a change that was meant.
  func restoreDocuments() async throws {
    for user in trees {
      for key in server.names(of: user) where key.kind != .member && chances.happens(40) {
        guard let version = chances.pick(server.earlierVersions(of: key, of: user)),
          try await isKnownLater(key, than: version, to: user)
        else { continue }
        log.add("the server has \(key.id) as at v\(version)")
        lostKeys.insert(key)
        hasRestored = true
        server.restore(key, to: version, of: user)
      }
    }
  }

  private func isKnownLater(_ key: RecordKey, than version: Int64, to user: String?) async throws
    -> Bool
  {
    for computer in computers {
      let known = try await computer.store.column(
        "SELECT ordinal FROM syncBase WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'")
      if known.contains(where: { Int64($0) ?? 0 <= version }) { return false }
      if known.isEmpty, user == nil || computer.user == user { return false }
    }
    return true
  }
}
