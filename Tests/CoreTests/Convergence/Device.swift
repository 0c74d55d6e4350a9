import TestSupport
import XCTest

@testable import Core

/// A computer whose user works while its changes come and go.
struct Device {
  let bench: Bench
  let account: AccountID
  let server: CountingServer
  private var store: TodoStore { bench.store }

  init(_ name: String, clock: TestClock, server: CountingServer) async throws {
    bench = try Bench(clock: clock, ids: CountingIDs(prefix: name))
    let account = try sampleAccount()
    try await bench.store.connect(account)
    self.account = account.id
    self.server = server
  }

  func records() async throws -> [RecordKey: RecordFields] { try await store.allRecords() }

  /// Signs out, keeping everything here, and in again.
  func signInAnew() async throws {
    try await store.disconnect(account)
    try await store.connect(try sampleAccount())
  }

  // MARK: The server

  /// Reads everything that is new.
  func pull(limit: Int) async throws {
    for kind in RecordKind.allCases {
      var isLast = false
      while !isLast {
        let cursor = try await store.syncCursor(of: kind, of: account)
        let page = server.page(of: kind, since: cursor, limit: limit)
        let missing = try await store.apply(page, of: kind, from: account)
        try await store.apply(missing.map(server.read), from: account)
        isLast = page.isLast
      }
    }
    let missing = try await store.missingLists(of: account)
    try await store.apply(missing.map(server.read), from: account)
    try await store.reconcileLists(of: account)
  }

  enum Fate: CaseIterable { case taken, lost, late }

  /// Sends the first of what waits.
  /// - Parameters:
  ///   - fate: `.lost`: no answer comes; `.late`: nothing arrives now, but maybe later.
  ///   - meanwhile: what the user does while it is on its way.
  /// - Returns: what may arrive later.
  func push(limit: Int, _ fate: Fate, meanwhile: () async throws -> Void = {}) async throws
    -> [PendingChange]
  {
    let keys = try await store.pendingKeys(of: account, limit: limit)
    guard let first = keys.first else { return [] }
    let batch = keys.prefix { $0.place.isSameRank(as: first.place) }.map(\.key)
    let changes = try await store.beginPush(batch, of: account)
    if changes.isEmpty { return [] }
    if fate == .late {
      try await meanwhile()
      try await store.endPush(changes)
      return changes
    }
    let versions = server.push(changes)
    try await meanwhile()
    guard let versions, fate == .taken else {
      if versions == nil {
        try await store.apply(changes.map { server.read($0.key) }, from: account)
      }
      try await store.endPush(changes)
      return []
    }
    try await store.acknowledge(changes, versions: versions)
    return []
  }
}
