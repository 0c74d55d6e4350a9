import Core
import Sync
import TestSupport
import XCTest

/// Several devices, a server that fails at random, and random edits; all from one seed.
final class SyncSimulationTests: XCTestCase {
  /// Seeds that once failed stay here.
  private let regressionSeeds: [UInt64] = [1]

  func testDevicesAgreeInTheEndAndNothingIsLostOrDoubled() async throws {
    for seed in regressionSeeds + (100..<120) {
      try await simulate(seed: seed)
    }
  }

  private func simulate(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = SimulatedServer()
    let clock = ManualClock(skipsSleep: true)
    var devices: [Device] = []
    for name in ["a", "b", "c"] {
      devices.append(
        try await Device(server, name: name, clock: clock, seed: seed, pageSize: 3))
    }
    let shared = try await devices[0].store.addList(named: "Shared")
    for device in devices { _ = await device.engine.syncOnce(pull: true) }

    var added: Set<TodoID> = []
    var deleted: Set<TodoID> = []
    var number = 0
    for _ in 0..<60 {
      let device = devices[Int.random(in: 0..<devices.count, using: &random)]
      clock.advance(by: .milliseconds(Int.random(in: 1...5000, using: &random)))
      let known = added.sorted { $0.rawValue < $1.rawValue }
      number += 1
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let todo = try await device.add("n\(number)", to: shared.id)
        added.insert(todo.id)
      case 3, 4:
        if let id = known.randomElement(using: &random) {
          try await device.rename(id, "e\(number)")
        }
      case 5:
        if let id = known.randomElement(using: &random), try await device.store.todo(id) != nil {
          try await device.store.setDone(id, Bool.random(using: &random))
        }
      case 6:
        if let id = known.randomElement(using: &random), try await device.store.todo(id) != nil {
          _ = try await device.store.delete(id)
          deleted.insert(id)
        }
      default:
        server.plan(faults(&random))
        _ = await device.engine.syncOnce(pull: Bool.random(using: &random), wake: true)
        server.clearPlan()
      }
    }

    for _ in 0..<4 {
      for device in devices {
        let outcome = await device.engine.syncOnce(pull: true, wake: true)
        XCTAssertEqual(outcome.end, .finished, "seed \(seed)")
      }
    }
    for device in devices {
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0, "seed \(seed)")
    }
    for id in added {
      let key = RecordKey(kind: .todo, id: id.rawValue)
      let first = try await devices[0].store.todo(id)
      for device in devices {
        let todo = try await device.store.todo(id)
        XCTAssertEqual(todo, first, "seed \(seed), \(id.rawValue)")
      }
      XCTAssertEqual(first != nil, server.records[key] != nil, "seed \(seed), \(id.rawValue)")
      XCTAssertEqual(
        first.map { FieldValue.string($0.content) }, server.records[key]?["content"],
        "seed \(seed)")
      if !deleted.contains(id) {
        XCTAssertNotNil(first, "seed \(seed): \(id.rawValue) was lost")
      }
    }
    let count = try await devices[0].store.todoCount(in: shared.id)
    XCTAssertEqual(
      server.records.keys.filter { $0.kind == .todo }.count, count, "seed \(seed)")
  }

  private func faults(_ random: inout SplitMix64) -> [SimulatedServer.Fault] {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .loseAnswer
      case 1: .refuse(.transient(cause: .unreachable, retryAfter: nil))
      case 2: .refuse(.transient(cause: .unavailable(status: 503), retryAfter: .seconds(1)))
      case 3: .refuse(.protocolViolation(detail: "d"))
      default: .pass
      }
    }
  }
}
