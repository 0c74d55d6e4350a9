import Basics
import TestSupport
import XCTest

@testable import Core

/// What other programs wrote comes back byte for byte, unless that very field is edited.
final class ForeignTextTests: XCTestCase {
  private func texts(_ count: Int = 150) -> [String] {
    var chances = SeededChances(seed: 7)
    return OddTexts.all + (0..<count).map { _ in OddTexts.random(using: &chances) }
  }

  /// A record with odd text in every field that has text, its identifier included.
  private func fields(_ text: String, list: String) -> RecordFields {
    [
      "listID": .string(list), "content": .string(text), "notes": .string(text),
      "assignee": .string(text),
      "reminders": .set([
        ExactText(Reminder(Alarm(at: Timestamp(milliseconds: 5), zone: text)).text)
      ]),
      "tags": .set([ExactText(text)]), "parent": .string(text), "url": .string(text),
      "recurrence": .recurrence(RecurrenceRule(text)), "snoozes": .set([ExactText(text)]),
      "completions": .set([ExactText(text)]), "start": .null,
      "position": .string(String(text.unicodeScalars.prefix(1_500).map(Character.init))),
      "createdAt": .timestamp(Timestamp(milliseconds: 1)),
      "modifiedAt": .timestamp(Timestamp(milliseconds: 2)), "status": .string("open"),
      "priority": .integer(0), "due": .null, "completedAt": .null,
    ]
  }

  private func identifier(_ text: String) -> String {
    String(text.unicodeScalars.prefix(100).map(Character.init))
  }

  func testAnEditOfAnotherFieldSendsNothingElse() async throws {
    let folder = try TestFolder()
    let (bench, account) = try await Bench.connected(path: folder.file())
    let texts = texts()
    var seen: Set<ExactText> = []
    for text in texts where seen.insert(ExactText(identifier(text))).inserted {
      let (list, todo) = (RecordKey.list(identifier(text)), RecordKey.todo(identifier(text)))
      let before = fields(text, list: list.id)
      try await bench.store.apply(
        .changes([.live(list, ["name": .string(text), "position": .string("0")])]), of: .list,
        from: account)
      try await bench.store.apply(.changes([.live(todo, before)]), of: .todo, from: account)
      bench.clock.advance(by: 1_000)
      try await bench.store.setDone(TodoID(rawValue: todo.id), true)
      let change = try await bench.store.beginPush(todo, of: account)
      XCTAssertEqual(change.key, todo, text.debugDescription)
      guard case .update(let sent) = change.operation else { return XCTFail("\(change)") }
      XCTAssertEqual(
        Set(sent.keys), ["status", "completedAt", "modifiedAt"], text.debugDescription)
      XCTAssertEqual(
        change.fields, before.changing(sent), "what is here is what came: \(text.debugDescription)")
      try await bench.store.acknowledge([change], versions: [.numbered(3)])
    }
    let lists = try await bench.store.lists()
    XCTAssertEqual(Set(lists.map(\.id)).count, seen.count)
    try bench.store.close()
    let again = try Bench(path: folder.file())
    let all = try await again.store.allTodos(isWithDone: true)
    XCTAssertEqual(Set(all.map { ExactText($0.id.rawValue) }), seen)
    try again.store.close()
  }

  /// The edit scene hands over the title and the notes also where only the star was touched.
  func testFieldsOfTheEditSceneThatWereNotTouchedStay() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .changes([.live(.list("l"), ["name": .string("L")])]), of: .list, from: account)
    for (index, text) in (texts(20) + [" ", String(repeating: "x", count: 40_000)]).enumerated() {
      let key = RecordKey.todo("t\(index)")
      try await bench.store.apply(
        .changes([.live(key, fields(text, list: "l"))]), of: .todo, from: account)
      let id = TodoID(rawValue: key.id)
      let found = try await bench.store.todo(id)
      let todo = try XCTUnwrap(found)
      bench.clock.advance(by: 1)
      try await bench.store.update(
        id,
        to: TodoDraft(
          id: id, content: todo.content, notes: "mine", due: todo.due, reminders: todo.reminders,
          assignee: todo.assignee))
      let change = try await bench.store.beginPush(key, of: account)
      guard case .update(let sent) = change.operation else { return XCTFail("\(change)") }
      XCTAssertEqual(Set(sent.keys), ["notes", "modifiedAt"], text.debugDescription)
    }
  }

  func testTheTrashKeepsEveryByte() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .changes([.live(.list("l"), ["name": .string("a\0b")])]), of: .list, from: account)
    for (index, text) in OddTexts.all.enumerated() {
      let key = RecordKey.todo("t\(index)")
      try await bench.store.apply(
        .changes([.live(key, fields(text, list: "l"))]), of: .todo, from: account)
      let id = TodoID(rawValue: key.id)
      let before = try await bench.store.todo(id)
      _ = try await bench.store.delete(id)
      let item = try await bench.store.newestTrash()
      XCTAssertTrue(item.title.isExactly(text))
      try await bench.store.restoreFromTrash(item.id)
      let after = try await bench.store.todo(id)
      XCTAssertEqual(after?.content.isExactly(before?.content ?? ""), true)
      XCTAssertEqual(after?.notes.isExactly(before?.notes ?? ""), true)
      XCTAssertEqual(after?.reminders, before?.reminders)
    }
  }

  func testSearchingSeesWhatStandsBehindANUL() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .changes([.live(.todo("t"), fields("buy\0milk", list: "l"))]), of: .todo, from: account)
    let found = try await bench.store.search(limit: 5) { content, _ in
      content.contains("milk") ? 0 : nil
    }
    XCTAssertEqual(found.map(\.content), ["buy\0milk"])
  }

  // MARK: Own input

  func testControlCharactersThatAreTypedAreLeftOut() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "t"), content: "\u{1B}[31mMi\0lk\u{7F}\tand\u{9B} bread\n",
        notes: "a\0\r\nb\tc\rd\u{8}"))
    XCTAssertEqual(todo.content, "[31mMilk\tand bread")
    XCTAssertEqual(todo.notes, "a\nb\tc\nd")
    let list = try await bench.store.addList(named: "Sh\0op\u{7}")
    XCTAssertEqual(list.name, "Shop")
    await assertFails(.blank) {
      try await bench.store.add(TodoDraft(id: TodoID(rawValue: "u"), content: "\0\u{1B}"))
    }
    XCTAssertTrue(TodoContent.hasUnwantedControls("a\0"))
    XCTAssertTrue(TodoContent.hasUnwantedControls("\u{9B}"))
    XCTAssertFalse(TodoContent.hasUnwantedControls("a\tb\r\nc\u{2028}d👩‍👧 e\u{301}"))
    XCTAssertTrue(TodoContent.normalizedNotes("👩‍👧\n e\u{301}\n").isExactly("👩‍👧\n e\u{301}\n"))
  }
}
