import Core
import Sync
import TestSupport
import XCTest

/// Live updates from the official emulator.
final class FirestoreWatchTests: XCTestCase {
  private typealias Fixture = FirestoreFixture

  private func watch(_ backend: FirestoreBackend) async throws -> FirestoreSignals {
    var cursors: [RecordKind: SyncCursor] = [:]
    for kind in RecordKind.allCases {
      cursors[kind] = try await backend.pages(of: kind).last?.next
    }
    let signals = FirestoreSignals(backend, since: cursors)
    addTeardownBlock { signals.cancel() }
    return signals
  }

  func testChangesAreTold() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let signals = try await watch(backend)
    let isConnected = await signals.connected()
    XCTAssertTrue(isConnected, "\(signals.all)")
    XCTAssertTrue(backend.canWatch)

    var fields = Fixture.todo
    fields["content"] = .string("할 일 😀")
    let todo = Fixture.key("할 일 😀")
    let list = RecordKey(kind: .list, id: "l")
    let first = try await backend.push(Fixture.change(.create(fields), of: todo))
    let isFirstTold = await eventually { signals.tells(todo, first) }
    XCTAssertTrue(isFirstTold, "\(signals.all)")
    let second = try await backend.push(
      Fixture.change(.update(["status": .string("done")]), of: todo, replacing: first))
    let third = try await backend.push(Fixture.change(.create(Fixture.list), of: list))
    let areTold = await eventually {
      signals.tells(todo, second) && signals.tells(list, third)
    }
    XCTAssertTrue(areTold, "\(signals.all)")
    let tombstone = try await backend.push(Fixture.change(.delete, of: todo, replacing: second))
    let isDeletionTold = await eventually { signals.tells(todo, tombstone) }
    XCTAssertTrue(isDeletionTold, "\(signals.all)")
    XCTAssertEqual(signals.all.filter { $0 == .connected }.count, 1)
    XCTAssertNil(signals.end)
  }

  func testWhatHappenedBeforeTheConnectionIsTold() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    var cursors: [RecordKind: SyncCursor] = [:]
    for kind in RecordKind.allCases {
      cursors[kind] = try await backend.pages(of: kind).last?.next
    }
    let version = try await backend.create(["1"])[0]
    let signals = FirestoreSignals(backend, since: cursors)
    addTeardownBlock { signals.cancel() }
    let isTold = await eventually { signals.tells(Fixture.key("1"), version) }
    XCTAssertTrue(isTold, "\(signals.all)")
  }

  func testWithoutCursorsOldDocumentsAreNotTold() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    try await emulator.write([
      "users/ann/todos/old": ["updatedAt": ["timestampValue": "2026-01-01T00:00:00Z"]]
    ])
    let signals = FirestoreSignals(backend)
    addTeardownBlock { signals.cancel() }
    let isConnected = await signals.connected()
    XCTAssertTrue(isConnected)
    XCTAssertEqual(signals.all, [.connected])
  }

  func testASilentServerIsAskedAndGoesOn() async throws {
    let emulator = try await emulator()
    let relay = try LoopbackRelay(upstream: emulator.port)
    addTeardownBlock { relay.stop() }
    let backend = try Fixture.backend(
      emulator, host: relay.host, watchSilence: .milliseconds(200))
    let signals = try await watch(backend)
    let isConnected = await signals.connected()
    XCTAssertTrue(isConnected)
    let before = relay.connections
    let wasAsked = await eventually { relay.connections > before + 2 }
    XCTAssertTrue(wasAsked)
    let version = try await backend.create(["1"])[0]
    let isTold = await eventually { signals.tells(Fixture.key("1"), version) }
    XCTAssertTrue(isTold, "\(signals.all) \(String(describing: signals.end))")
  }

  func testACutConnectionEndsTheWatchAndTheNextOneGoesOn() async throws {
    let emulator = try await emulator()
    let relay = try LoopbackRelay(upstream: emulator.port)
    addTeardownBlock { relay.stop() }
    let backend = try Fixture.backend(emulator, host: relay.host)
    let signals = try await watch(backend)
    let wasConnected = await signals.connected()
    XCTAssertTrue(wasConnected)
    relay.cut()
    let end = await signals.ended()
    // The request that waited was cut, or the one after it was refused.
    guard case .transient? = end else { return XCTFail("\(String(describing: end))") }
    let refused = await FirestoreSignals(backend).ended()
    XCTAssertEqual(refused, .transient(cause: .unreachable, retryAfter: nil))

    // Another device writes meanwhile.
    let version = try await Fixture.backend(emulator).create(["1"])[0]
    relay.mend()
    let again = try await watch(backend)
    let isConnected = await again.connected()
    XCTAssertTrue(isConnected)
    let isTold = await eventually { again.tells(Fixture.key("1"), version) }
    XCTAssertTrue(isTold, "\(again.all)")
    let next = try await backend.create(["2"])[0]
    let isNextTold = await eventually { again.tells(Fixture.key("2"), next) }
    XCTAssertTrue(isNextTold, "\(again.all)")
  }

  func testATreeOfSomebodyElsesIsRefused() async throws {
    let emulator = try await emulator()
    for tokens in [EmulatorTokenProvider(user: "bob"), AnonymousTokenProvider()]
      as [any TokenProvider]
    {
      let backend = try Fixture.backend(emulator, tokens: tokens)
      let end = await FirestoreSignals(backend).ended()
      XCTAssertEqual(end, .rejected(status: 403, code: "PERMISSION_DENIED"))
    }
  }

  func testCancellationIsPrompt() async throws {
    let emulator = try await emulator()
    let signals = try await watch(Fixture.backend(emulator))
    let isConnected = await signals.connected()
    XCTAssertTrue(isConnected)
    let begin = ContinuousClock.now
    signals.cancel()
    let end = await signals.ended()
    XCTAssertNotNil(end)
    XCTAssertLessThan(ContinuousClock.now - begin, .seconds(2))
  }

  func testPushesGoOnWhileManyWatch() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    for _ in 0..<4 {
      let signals = try await watch(backend)
      addTeardownBlock { signals.cancel() }
    }
    let versions = try await backend.create(["1"])
    XCTAssertEqual(versions.count, 1)
  }
}
