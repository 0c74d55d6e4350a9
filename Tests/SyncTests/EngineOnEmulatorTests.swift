import Core
import Sync
import TestSupport
import XCTest

/// Store, engine, backend and transport together against the official emulator, with faults on the
/// way.
final class EngineOnEmulatorTests: XCTestCase {
  private func setUp() async throws -> (FirestoreEmulator, FaultProxy) {
    let emulator = try await emulator()
    let proxy = try FaultProxy(upstream: emulator.port)
    addTeardownBlock { proxy.stop() }
    return (emulator, proxy)
  }

  private func device(
    _ emulator: FirestoreEmulator, _ proxy: FaultProxy, user: String = "ann", name: String = "a",
    timeout: Duration = .seconds(20)
  ) async throws -> Device {
    let settings = try FirestoreSettings(
      project: emulator.project, host: proxy.host, user: user)
    return try await Device(
      backend: FirestoreBackend(
        settings: settings, transport: SoupTransport(), timeout: timeout),
      name: name)
  }

  func testTwoDevicesShareAList() async throws {
    let (emulator, proxy) = try await setUp()
    let a = try await device(emulator, proxy, user: "김 %1", name: "가")
    let b = try await device(emulator, proxy, user: "김 %1", name: "나 %")
    let todo = try await a.add("우유 2 ℓ")
    let first = await a.engine.syncOnce(pull: true)
    XCTAssertEqual(first.end, .finished)
    _ = await b.engine.syncOnce(pull: true)
    try await b.store.setDone(todo.id, true)
    try await b.add("빵", to: todo.listID)
    _ = await b.engine.syncOnce(pull: true)
    _ = await a.engine.syncOnce(pull: true)
    let merged = try await a.store.todo(todo.id)
    XCTAssertEqual(merged?.isDone, true)
    let count = try await a.store.todoCount(in: todo.listID)
    XCTAssertEqual(count, 2)
    for device in [a, b] {
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testLostAnswersLeaveOneDocument() async throws {
    let (emulator, proxy) = try await setUp()
    let device = try await device(emulator, proxy)
    proxy.plan([.loseAnswer, .pass, .loseAnswer, .reset])
    let todo = try await device.add("Milk")
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(outcome.received, 2)

    // An update and a deletion too, which name the state they were made for.
    proxy.plan([.loseAnswer])
    try await device.rename(todo.id, "Oat milk")
    let second = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(second.end, .finished)
    let document = try await emulator.document("users/ann/todos/\(todo.id.rawValue)")
    XCTAssertEqual(document?["content"], "stringValue:Oat milk")
    proxy.plan([.loseAnswer])
    _ = try await device.store.delete(todo.id)
    let third = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(third.end, .finished)
    let tombstone = try await emulator.document("users/ann/todos/\(todo.id.rawValue)")
    XCTAssertEqual(tombstone?["deleted"], "booleanValue:1")
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testWhatTheRulesRefuseIsQuarantinedWhileOthersPass() async throws {
    let (emulator, proxy) = try await setUp()
    try await emulator.setRules(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{user}/{document=**} {
            allow read: if request.auth.uid == user;
            allow write: if request.auth.uid == user
              && request.resource.data.get('content', '') != 'forbidden';
          }
        }
      }
      """)
    let device = try await device(emulator, proxy)
    let bad = try await device.add("forbidden")
    let good = try await device.add("allowed")
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(
      outcome.refusals,
      [
        .init(
          key: RecordKey(bad), title: "forbidden",
          problem: .refused(status: 403, code: "PERMISSION_DENIED"))
      ])
    let sent = try await emulator.document("users/ann/todos/\(good.id.rawValue)")
    XCTAssertEqual(sent?["content"], "stringValue:allowed")
    let refused = try await emulator.document("users/ann/todos/\(bad.id.rawValue)")
    XCTAssertNil(refused)
    try await emulator.setRules(FirestoreEmulator.ownTreeRules)
    let second = try await device.sendAgain(RecordKey(bad))
    XCTAssertEqual(second.sent, 1)
  }

  func testAnUndoneDeletionComesBackOnTheServer() async throws {
    let (emulator, proxy) = try await setUp()
    let device = try await device(emulator, proxy)
    let todo = try await device.add("Milk")
    _ = await device.engine.syncOnce(pull: false)
    let recorder = UndoRecorder()
    try await device.store.recording(in: recorder).delete(todo.id)
    _ = await device.engine.syncOnce(pull: false)
    _ = try await device.store.undo(XCTUnwrap(recorder.take().last))
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    let document = try await emulator.document("users/ann/todos/\(todo.id.rawValue)")
    XCTAssertEqual(document?["content"], "stringValue:Milk")
    XCTAssertEqual(document?["deleted"], "booleanValue:0")
    let kept = try await device.store.todo(todo.id)
    XCTAssertEqual(kept?.content, "Milk")
  }

  func testAnEditBeatsADeletion() async throws {
    let (emulator, proxy) = try await setUp()
    let a = try await device(emulator, proxy, name: "a")
    let b = try await device(emulator, proxy, name: "b")
    let todo = try await a.add("Milk")
    _ = await a.engine.syncOnce(pull: true)
    _ = await b.engine.syncOnce(pull: true)
    _ = try await a.store.delete(todo.id)
    _ = await a.engine.syncOnce(pull: false)
    try await b.rename(todo.id, "Oat milk")
    for device in [b, a, b] {
      let outcome = await device.engine.syncOnce(pull: true)
      XCTAssertEqual(outcome.end, .finished)
    }
    for device in [a, b] {
      let kept = try await device.store.todo(todo.id)
      XCTAssertEqual(kept?.content, "Oat milk")
    }
  }

  func testAPullOfAThousandDocuments() async throws {
    let (emulator, proxy) = try await setUp()
    var documents: [String: [String: Any]] = [
      "users/ann/lists/l": ["name": ["stringValue": "Big"]]
    ]
    for number in 0..<1000 {
      documents["users/ann/todos/t\(number)"] = [
        "content": ["stringValue": "할 일 \(number)"], "listID": ["stringValue": "l"],
      ]
    }
    try await emulator.write(documents)
    let device = try await device(emulator, proxy)
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(outcome.received, 1001)
    let count = try await device.store.todoCount(in: ListID(rawValue: "l"))
    XCTAssertEqual(count, 1000)
  }

  func testThreeSecondsOfDelayAndAnOverloadedServer() async throws {
    let (emulator, proxy) = try await setUp()
    let device = try await device(emulator, proxy)
    proxy.plan([.delay(.seconds(3)), .answer(status: 503, body: "overloaded")])
    try await device.add("Milk")
    let outcome = await device.engine.syncOnce(pull: false)
    XCTAssertEqual(outcome.sent, 2)

    proxy.plan([.answer(status: 429, headers: ["Retry-After: 30"], body: "")])
    try await device.add("Bread")
    let second = await device.engine.syncOnce(pull: true)
    guard case .stopped(let retry) = second.end else { return XCTFail("\(second)") }
    XCTAssertEqual(retry.problem, .unavailable(status: 429))
    XCTAssertEqual(
      retry.notBefore.milliseconds - device.clock.now().milliseconds, 30_000)
  }

  func testAMalformedDocumentIsLeftOutAndCounted() async throws {
    let (emulator, proxy) = try await setUp()
    try await emulator.write([
      "users/ann/todos/1": [
        "content": ["stringValue": "good"], "listID": ["stringValue": "l"],
      ],
      "users/ann/todos/2": ["content": ["integerValue": "7"], "listID": ["stringValue": "l"]],
    ])
    let device = try await device(emulator, proxy)
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    let count = try await device.store.todoCount(in: ListID(rawValue: "l"))
    XCTAssertEqual(count, 1)
    let summary = try await device.store.syncSummary(of: device.account)
    XCTAssertEqual(summary.unreadable, 1)
  }
}
