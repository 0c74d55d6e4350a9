import Core
import Sync
import TestSupport
import XCTest

/// Identifiers and texts as other programs may write them, against the official emulator.
final class OddNamesOnEmulatorTests: XCTestCase {
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  private func device(_ emulator: FirestoreEmulator) async throws -> Device {
    let settings = try FirestoreSettings(
      project: emulator.project, host: "127.0.0.1:\(emulator.port)", user: "ann")
    return try await Device(
      backend: FirestoreBackend(settings: settings, transport: SoupTransport()))
  }

  func testTwoSpellingsOfANameAreTwoDocuments() async throws {
    let emulator = try await emulator()
    for id in [composed, decomposed] {
      try await emulator.write([
        "users/ann/lists/\(id)": ["id": ["stringValue": id], "name": ["stringValue": id]],
        "users/ann/todos/\(id)": [
          "id": ["stringValue": id], "deleted": ["booleanValue": false],
          "content": ["stringValue": id], "listID": ["stringValue": id],
        ],
      ])
    }
    let device = try await device(emulator)
    let first = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(first.end, .finished)
    XCTAssertEqual(first.received, 4)
    let todos = try await device.store.allTodos()
    XCTAssertEqual(Set(todos.map(\.id)).count, 2)

    try await device.store.setDone(TodoID(rawValue: decomposed), true)
    let second = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(second.end, .finished)
    let ticked = try await emulator.document("users/ann/todos/\(decomposed)")
    let other = try await emulator.document("users/ann/todos/\(composed)")
    XCTAssertEqual(ticked?["done"], "booleanValue:1")
    XCTAssertEqual(other?["done"] ?? "booleanValue:0", "booleanValue:0")
    XCTAssertEqual(ticked?["content"]?.isExactly("stringValue:" + decomposed), true)
    XCTAssertEqual(other?["content"]?.isExactly("stringValue:" + composed), true)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
  }
}
