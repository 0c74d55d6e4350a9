import Core
import Sync
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The service over a real store, with a simulated server for each account.
@MainActor
final class SyncServiceFixture {
  let bench: SceneBench
  let service: SyncService
  let ann: Account
  let bob: Account
  private let servers: Servers

  @MainActor
  private final class Servers {
    var known: [AccountID: SimulatedServer] = [:]
    var made: [Account] = []
  }

  /// Two accounts; nothing runs yet.
  init() async throws {
    let bench = try SceneBench()
    let servers = Servers()
    self.bench = bench
    self.servers = servers
    ann = try await bench.connect(user: "ann")
    bob = try Account.sample(user: "bob")
    try await bench.store.connect(bob, isAdopting: false)
    for account in [ann, bob] { servers.known[account.id] = SimulatedServer() }
    service = SyncService(
      store: bench.store, clock: bench.time,
      makeBackend: { account in
        servers.made.append(account)
        let server = servers.known[account.id] ?? SimulatedServer()
        servers.known[account.id] = server
        return SimulatedBackend(server)
      }, onStoreError: { XCTFail("\($0)") })
  }

  /// One whose servers have been read for the first time.
  static func started() async throws -> SyncServiceFixture {
    let fixture = try await SyncServiceFixture()
    _ = try await fixture.start()
    return fixture
  }

  /// The accounts that a way to the server was made for, in order.
  var made: [Account] { servers.made }

  func server(_ account: Account) -> SimulatedServer {
    servers.known[account.id] ?? SimulatedServer()
  }

  func titles(on account: Account) -> [String] {
    server(account).records.compactMap { key, fields in
      guard case .string(let title)? = fields[key.kind == .list ? "name" : "content"] else {
        return nil
      }
      return title
    }.sorted()
  }

  func setOffline(_ isOffline: Bool) {
    for account in [ann, bob] {
      server(account).fail(
        isOffline ? .transient(cause: .unreachable, retryAfter: .seconds(60)) : nil)
    }
  }

  /// A list in each account with a to-do each, not sent.
  @discardableResult
  func addEverywhere() async throws -> [Todo] {
    var todos: [Todo] = []
    for (account, name) in [(ann, "a"), (bob, "b")] {
      let list = try await bench.store.addList(named: "list \(name)", to: .account(account.id))
      todos.append(try await bench.add("to-do \(name)", to: list.id))
    }
    return todos
  }

  func isSent(file: StaticString = #filePath, line: UInt = #line) async throws {
    for account in [ann, bob] {
      var waiting = Int.max
      let areSent = try await eventually {
        waiting = try await bench.store.syncSummary(of: account.id).waiting
        return waiting == 0
      }
      XCTAssertTrue(areSent, "\(account.name): \(waiting)", file: file, line: line)
    }
  }

  /// Sends something from each account, and back again: whatever was to be done before is done by then.
  func exchange(file: StaticString = #filePath, line: UInt = #line) async throws {
    try await addEverywhere()
    try await isSent(file: file, line: line)
    await isIdle(file: file, line: line)
  }

  /// Waits until nobody is spoken to.
  func isIdle(file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("idle", file: file, line: line) { service.busyAccounts.isEmpty }
  }

  /// How often the server of an account was read.
  func pulls(_ account: Account) -> Int {
    server(account).calls.count { $0 == .changes(.list) }
  }

  func waiting(_ account: Account) async throws -> Int {
    try await bench.store.syncSummary(of: account.id).waiting
  }

  func unsentOfLastSession(_ account: Account) async throws -> Int {
    try await bench.store.syncSummary(of: account.id).unsentOfLastSession
  }

  /// Waits until every server has been read for the first time.
  func start(savesUnsentChanges: Bool = false) async throws -> Int {
    let count = await service.start(savesUnsentChanges: savesUnsentChanges)
    // That a round has begun is told a moment after its first call.
    await eventually("the first pulls") {
      [ann, bob].allSatisfy { account in
        [.list, .todo].allSatisfy { server(account).calls.contains(.changes($0)) }
      }
    }
    await isIdle()
    return count
  }

  func end() async {
    await service.stop(within: .zero)
  }
}
