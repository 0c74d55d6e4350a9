import Basics
import Core
import Sync
import TestSupport
import XCTest

/// Identifiers and texts as other programs may write them, against the official emulator.
final class OddNamesOnEmulatorTests: XCTestCase {
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  private func device(_ emulator: FirestoreEmulator, name: String = "a") async throws -> Device {
    let settings = try FirestoreSettings(
      project: emulator.project, host: "127.0.0.1:\(emulator.port)", user: "ann")
    return try await Device(
      backend: FirestoreBackend(settings: settings, transport: SoupTransport()), name: name)
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

  /// From the server into the database, past an edit of another field, and back: JSON, SQLite and the rules
  /// of both sides.
  func testForeignTextsComeBackByteForByte() async throws {
    let emulator = try await emulator()
    var chances = SplitMix64(seed: 3)
    let texts = OddTexts.all + (0..<40).map { _ in OddTexts.random(using: &chances) }
    let list = "users/ann/lists/l"
    var documents: [String: [String: Any]] = [
      list: ["id": ["stringValue": "l"], "name": ["stringValue": "L"]]
    ]
    for (index, text) in texts.enumerated() {
      documents["users/ann/todos/\(index)"] = [
        "id": ["stringValue": "\(index)"], "deleted": ["booleanValue": false],
        "listID": ["stringValue": "l"], "content": ["stringValue": text],
        "notes": ["stringValue": text],
        "foreign": ["stringValue": text],
      ]
    }
    try await emulator.write(documents)
    let device = try await device(emulator)
    let first = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(first.received, texts.count + 1)
    for index in texts.indices {
      let id = TodoID(rawValue: String(index))
      let todo = try await device.store.todo(id)
      XCTAssertEqual(todo?.content.isExactly(texts[index]), true, texts[index].debugDescription)
      try await device.store.setDone(id, true)
    }
    let second = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(second.end, .finished)
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0, "the rules took all")
    let other = try await self.device(emulator)
    _ = await other.engine.syncOnce(pull: true)
    for (index, text) in texts.enumerated() {
      let arrived = try await other.store.todo(TodoID(rawValue: String(index)))
      XCTAssertEqual(arrived?.isDone, true)
      XCTAssertEqual(arrived?.content.isExactly(text), true, text.debugDescription)
      XCTAssertEqual(arrived?.notes.isExactly(text), true, text.debugDescription)
      // What reads the document for this test drops such a mark.
      guard !text.hasExactPrefix("\u{FEFF}") else { continue }
      let document = try await emulator.document("users/ann/todos/\(index)")
      XCTAssertEqual(document?["done"], "booleanValue:1")
      for field in ["content", "notes", "foreign"] {
        XCTAssertEqual(
          document?[field]?.isExactly("stringValue:" + text), true,
          "\(field): \(text.debugDescription)")
      }
    }
  }

  /// Other programs need not write what the rules ask of this one.
  func testDocumentsWithoutIDOrDeletedCanBeEdited() async throws {
    let emulator = try await emulator()
    try await emulator.write([
      "users/ann/lists/l": ["name": ["stringValue": "L"]],
      "users/ann/todos/t": ["content": ["stringValue": "Milk"], "listID": ["stringValue": "l"]],
      "users/ann/todos/gone": [
        "content": ["stringValue": "Tea"], "listID": ["stringValue": "l"],
      ],
    ])
    let device = try await device(emulator)
    _ = await device.engine.syncOnce(pull: true)
    try await device.store.setDone(TodoID(rawValue: "t"), true)
    _ = try await device.store.delete(TodoID(rawValue: "gone"))
    try await device.store.renameList(ListID(rawValue: "l"), to: "Shopping")
    let outcome = await device.engine.syncOnce(pull: true)
    XCTAssertEqual(outcome.end, .finished)
    XCTAssertEqual(outcome.refusals, [])
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0)
    let todo = try await emulator.document("users/ann/todos/t")
    XCTAssertEqual(todo?["id"], "stringValue:t")
    XCTAssertEqual(todo?["deleted"], "booleanValue:0")
    XCTAssertEqual(todo?["done"], "booleanValue:1")
    let list = try await emulator.document("users/ann/lists/l")
    XCTAssertEqual(list?["name"], "stringValue:Shopping")
  }

  /// Both find the same long keys at the end of a list and add to it before either hears of the other.
  func testTwoDevicesThatShortenKeysAtOnceAgree() async throws {
    let emulator = try await emulator()
    var documents: [String: [String: Any]] = [
      "users/ann/lists/l": ["id": ["stringValue": "l"], "name": ["stringValue": "L"]]
    ]
    for index in 0..<5 {
      documents["users/ann/todos/\(index)"] = [
        "id": ["stringValue": "\(index)"], "deleted": ["booleanValue": false],
        "listID": ["stringValue": "l"], "content": ["stringValue": "\(index)"],
        "position": ["stringValue": String(repeating: "~", count: 1_490) + "\(index)"],
      ]
    }
    try await emulator.write(documents)
    let (a, b) = (try await device(emulator), try await device(emulator, name: "b"))
    for device in [a, b] {
      _ = await device.engine.syncOnce(pull: true)
      device.clock.advance(by: .seconds(5))
      try await device.add("new", to: ListID(rawValue: "l"))
    }
    for device in [a, b, a, b] {
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      XCTAssertEqual(outcome.end, .finished)
    }
    let mine = try await a.store.allTodos().map { [$0.id.rawValue, $0.position] }
    let theirs = try await b.store.allTodos().map { [$0.id.rawValue, $0.position] }
    XCTAssertEqual(mine, theirs)
    XCTAssertEqual(mine.prefix(5).map(\.[0]), (0..<5).map(String.init))
    XCTAssertTrue(mine.allSatisfy { $0[1].utf8.count <= 64 }, "\(mine)")
    for device in [a, b] {
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
    }
  }

  func testWhatCannotBeReadSaysWhy() async throws {
    let emulator = try await emulator()
    try await emulator.write([
      "users/ann/todos/1": ["content": ["integerValue": "7"], "listID": ["stringValue": "l"]],
      "users/ann/todos/2": [
        "content": ["stringValue": "x"], "listID": ["stringValue": "l"],
        "notes": ["arrayValue": ["values": [["stringValue": "n"]]]],
      ],
      "users/ann/lists/3": ["title": ["stringValue": "x"]],
    ])
    let device = try await device(emulator)
    _ = await device.engine.syncOnce(pull: true)
    let told = try await device.store.unreadableRecords(of: device.account)
    XCTAssertEqual(
      told.map { "\($0.key.kind) \($0.key.id): \($0.detail)" },
      [
        "list 3: name is missing", "todo 1: content is integerValue", "todo 2: notes is arrayValue",
      ])
  }
}
