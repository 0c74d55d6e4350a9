import Core

extension SceneBench {
  /// Sends everything that waits, as an engine with a willing server would.
  func acknowledgeAll(of account: Account) async throws {
    let keys = try await store.pendingRecords(of: account.id)
    let changes = try await store.beginPush(keys, of: account.id)
    try await store.acknowledge(changes, versions: changes.map { _ in RecordVersion(tag: "v1") })
  }
}
