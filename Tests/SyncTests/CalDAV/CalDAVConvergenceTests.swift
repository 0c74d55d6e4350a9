import Core
import Sync
import TestSupport
import XCTest

/// Two computers and another program change the same lists while the connection fails now and then. In the end all have
/// the same, and nothing is lost that nobody has deleted.
final class CalDAVConvergenceTests: XCTestCase {
  private static let lists = ["l", "m", "n"]

  func testEverybodyEndsWithTheSame() async throws {
    try await onEachServer { home in
      for seed in [1, 2, 18] { try await play(home, seed: UInt64(seed), in: "s\(seed)-") }
    }
  }

  private func play(_ shared: CalDAVTestHome, seed: UInt64, in prefix: String) async throws {
    let home = try await shared.server.newHome()
    let proxy = try FaultProxy(upstream: home.server.port)
    addTeardownBlock { proxy.stop() }
    for list in Self.lists { try await home.makeList(list, called: list) }
    let devices = [
      try await Device(home, port: proxy.port, name: "\(prefix)a"),
      try await Device(home, port: proxy.port, name: "\(prefix)b"),
    ]
    for device in devices { await device.sync() }
    var chances = SplitMix64(seed: seed)
    var added: Set<String> = []
    var deleted: Set<String> = []
    for step in 0..<60 {
      let device = devices[Int.random(in: 0...1, using: &chances)]
      device.clock.advance(by: .seconds(1))
      let todos = try await device.store.allTodos()
      let lists = try await device.store.lists()
      let todo = todos.randomElement(using: &chances)
      switch Int.random(in: 0..<12, using: &chances) {
      case 0...2 where added.count - deleted.count < 9:
        let list = lists.randomElement(using: &chances)
        added.insert(try await device.add("new \(step)", to: list?.id).id.rawValue)
      case 3, 4:
        if let todo { try await device.retitle(todo.id, "title \(step)") }
      case 5:
        if let todo { try await device.store.setDone(todo.id, !todo.isDone) }
      case 6:
        if let todo, let list = lists.randomElement(using: &chances) {
          try await device.store.move([todo.id], to: list.id)
        }
      case 7:
        if let todo {
          deleted.insert(todo.id.rawValue)
          _ = try await device.store.delete(todo.id)
        }
      case 8 where added.count - deleted.count < 9:
        let list = Self.lists[Int.random(in: 0..<3, using: &chances)]
        added.insert("\(prefix)uid-\(step)")
        try await home.put(
          "\(list)/other-\(step).ics", uid: "\(prefix)uid-\(step)", ["SUMMARY:theirs \(step)"])
      default:
        let faults: [FaultProxy.Fault] = [
          .pass, .pass, .pass, .loseAnswer, .reset, .answer(status: 503, body: ""),
        ]
        proxy.plan((0..<4).map { _ in faults[Int.random(in: 0..<6, using: &chances)] })
        _ = await device.engine.syncOnce(pull: true, wake: true)
      }
    }
    // What is left of the plan is used up by requests of nobody.
    for _ in 0..<8 { _ = await devices[0].engine.syncOnce(pull: true, wake: true) }
    for _ in 0..<3 { for device in devices { await device.sync() } }
    let last = try await Device(home, name: "\(prefix)c")
    await last.sync()
    let expected = try await contents(last)
    for device in devices {
      let found = try await contents(device)
      XCTAssertEqual(found, expected, "seed \(seed)")
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0, "seed \(seed)")
    }
    let lost = added.subtracting(deleted).subtracting(expected.keys)
    XCTAssertEqual(lost, [], "seed \(seed)")
  }

  /// What each to-do says, by its identifier.
  private func contents(_ device: Device) async throws -> [String: String] {
    let lists = try await device.store.lists()
    var contents: [String: String] = [:]
    for todo in try await device.store.allTodos(isWithDone: true) {
      let list = lists.first { $0.id == todo.listID }?.name ?? "none"
      contents[todo.id.rawValue] = "\(list): \(todo.content) \(todo.status.rawValue)"
    }
    return contents
  }
}
