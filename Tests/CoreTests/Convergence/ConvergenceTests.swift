import Basics
import XCTest

@testable import Core

/// Whatever two users do, and whatever is lost on the way: in the end all hold the same, nothing waits, and
/// nothing that was written down is gone.
final class ConvergenceTests: XCTestCase {
  /// Seeds that once told of a text that was gone.
  private static let regressions: [UInt64] = [15, 71, 80, 82, 241, 251, 275, 341, 342, 345]

  func testTwoDevices() async throws {
    for seed in Array(1...12) + Self.regressions {
      try await run(seed: seed, devices: 2, steps: 60)
    }
  }

  func testThreeDevices() async throws {
    for seed: UInt64 in Array(1_001...1_010) + [1_045, 1_069] {
      try await run(seed: seed, devices: 3, steps: 90)
    }
  }

  private func run(seed: UInt64, devices count: Int, steps: Int) async throws {
    var chances = SeededChances(seed: seed)
    let clock = TestClock()
    let server = CountingServer()
    let log = WritingLog()
    var users: [User] = []
    for name in ["a", "b", "c"].prefix(count) {
      users.append(
        User(device: try await Device(name, clock: clock, server: server), log: log))
    }
    var late: [[PendingChange]] = []
    for _ in 0..<steps {
      clock.advance(by: Int64.random(in: 0...3, using: &chances))
      let user = users[Int.random(in: 0..<count, using: &chances)]
      switch Int.random(in: 0..<22, using: &chances) {
      case 0: _ = try await user.device.bench.store.holdUnsentChanges(of: user.device.account)
      case 1: try await user.device.signInAnew()
      case 2..<12: try await user.act(&chances)
      case 12..<16: try await user.device.pull(limit: Int.random(in: 1...4, using: &chances))
      case 16..<20:
        let fate = Device.Fate.allCases.randomElement(using: &chances) ?? .taken
        let isBusy = Bool.random(using: &chances)
        var own = SeededChances(seed: chances.next())
        late.append(
          try await user.device.push(limit: Int.random(in: 1...4, using: &chances), fate) {
            if isBusy { try await user.act(&own) }
          })
      default:
        if let index = late.indices.randomElement(using: &chances) {
          _ = server.push(late.remove(at: index))
        }
      }
    }
    try await exchangeEverything(users.map(\.device), server, late, seed)
    try await assertNothingIsLost(users.map(\.device), log, seed)
  }

  /// Everybody reads and sends until nothing happens any more.
  private func exchangeEverything(
    _ devices: [Device], _ server: CountingServer, _ late: [[PendingChange]], _ seed: UInt64
  ) async throws {
    for changes in late { _ = server.push(changes) }
    for round in 0..<30 {
      server.forgetNoise()
      for device in devices {
        try await device.bench.store.releaseUnsentChanges(of: device.account)
        try await device.pull(limit: 3)
        for _ in 0..<200 {
          if try await device.bench.store.pendingKeys(of: device.account, limit: 1).isEmpty {
            break
          }
          _ = try await device.push(limit: 3, .taken)
        }
      }
      if server.isQuiet { break }
      XCTAssertLessThan(round, 29, "seed \(seed): no end")
    }
    for device in devices {
      let records = try await device.records()
      XCTAssertEqual(records, server.live, "seed \(seed)")
      let outbox = try await device.bench.store.outbox()
      XCTAssertEqual(outbox, [], "seed \(seed)")
      let sent = try await device.bench.store.column("SELECT record FROM inFlightWrite")
      XCTAssertEqual(sent, [], "seed \(seed)")
      let orphans = try await device.bench.store.missingLists(of: device.account)
      XCTAssertEqual(orphans, [], "seed \(seed)")
    }
  }

  private func assertNothingIsLost(_ devices: [Device], _ log: WritingLog, _ seed: UInt64)
    async throws
  {
    var found: Set<String> = []
    for device in devices {
      let store = device.bench.store
      var all = Array(try await store.allRecords().values)
      all += try await store.trashedFields().map(\.fields)
      all += try await store.recentConflicts().map(\.lost)
      for fields in all {
        if case .string(let text)? = fields["content"] ?? fields["name"] { found.insert(text) }
      }
      let shown = try await store.trash().reduce(0) { $0 + 1 + $1.todoCount }
      let kept = try await store.trashedFields().count
      XCTAssertEqual(shown, kept, "seed \(seed): all of the trash can be seen")
    }
    XCTAssertEqual(log.unread.subtracting(found), [], "seed \(seed)")
  }
}
