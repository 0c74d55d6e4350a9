import Basics
import XCTest

@testable import Core

final class UndoTests: XCTestCase {
  private let recorder = UndoRecorder()

  private func bench() throws -> Bench { try Bench().recording(in: recorder) }

  private func lastStep() throws -> UndoStep { try XCTUnwrap(recorder.take().last) }

  func testAnAdditionGoesToTheTrashAndComesBack() async throws {
    let bench = try bench()
    try await bench.store.addList(named: "Home")
    _ = recorder.take()
    let milk = try await bench.add("Milk")
    let redo = try await bench.store.undo(try lastStep())
    let gone = try await bench.store.todo(milk.id)
    XCTAssertNil(gone)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Milk"])
    let again = try await bench.store.undo(redo)
    let back = try await bench.store.todo(milk.id)
    XCTAssertEqual(back?.content, "Milk")
    XCTAssertEqual(again.edits.map(\.change), [.added])
    let empty = try await bench.store.trash()
    XCTAssertEqual(empty, [])
  }

  func testTheListThatTheFirstTodoMadeGoesWithIt() async throws {
    let bench = try bench()
    try await bench.add("Milk")
    _ = try await bench.store.undo(try lastStep())
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
  }

  func testAListThatSomebodyHasUsedSinceStays() async throws {
    let bench = try bench()
    try await bench.add("Milk")
    let step = try lastStep()
    try await bench.add("Bread")
    _ = try await bench.store.undo(step)
    let left = try await bench.store.contents()
    XCTAssertEqual(left, ["Bread"])
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.count, 1)
  }

  func testAListThatSomebodyTakesPartInByNowStays() async throws {
    let (plain, _) = try await Bench.connected()
    let bench = plain.recording(in: recorder)
    let list = try await bench.store.addList(named: "Home")
    let step = try lastStep()
    try await plain.store.setMember("bob", of: list.id, as: .writer)
    let redo = try await bench.store.undo(step)
    XCTAssertTrue(redo.isEmpty)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [list])
  }

  func testADeletedListComesBackWithItsTodos() async throws {
    let bench = try bench()
    let list = try await bench.store.addList(named: "Home")
    for title in ["Milk", "Bread"] { try await bench.add(title, to: list.id) }
    let before = try await bench.store.allRecords()
    _ = recorder.take()
    try await bench.store.deleteList(list.id)
    let redo = try await bench.store.undo(try lastStep())
    let after = try await bench.store.allRecords()
    XCTAssertEqual(after.mapValues(\.withoutTimes), before.mapValues(\.withoutTimes))
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
    _ = try await bench.store.undo(redo)
    let none = try await bench.store.allRecords()
    XCTAssertTrue(none.isEmpty)
  }

  func testWhatIsDeletedAgainIsOneLineInTheTrash() async throws {
    for isList in [true, false] {
      let bench = try bench()
      let list = try await bench.store.addList(named: "Home")
      let milk = try await bench.add("Milk", to: list.id)
      try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: "bottle"), listID: list.id, content: "Bottle", parent: milk.id))
      let before = try await bench.store.plainRecords()
      _ = recorder.take()
      if isList {
        try await bench.store.deleteList(list.id)
      } else {
        try await bench.store.delete(milk.id)
      }
      let redo = try await bench.store.undo(try lastStep())
      let again = try await bench.store.undo(redo)
      let trash = try await bench.store.trash()
      XCTAssertEqual(trash.map(\.title), [isList ? "Home" : "Milk"])
      XCTAssertEqual(trash.map(\.todoCount), [isList ? 2 : 1])
      try await bench.store.restoreFromTrash(try XCTUnwrap(trash.first).id)
      var after = try await bench.store.plainRecords()
      XCTAssertEqual(after, before)
      let left = try await bench.store.trash()
      XCTAssertEqual(left, [])
      // What came back from the trash is there already.
      _ = try await bench.store.undo(again)
      after = try await bench.store.plainRecords()
      XCTAssertEqual(after, before)
    }
  }

  /// As after the command itself: they were deleted with their list.
  func testAListWhoseRepeatedDeletionIsGivenUpComesBackWhole() async throws {
    let (plain, account, milk) = try await Bench.agreed()
    let bench = plain.recording(in: recorder)
    let lists = try await bench.store.lists()
    let list = try XCTUnwrap(lists.first)
    try await bench.store.setMember("bob", of: list.id, as: .writer)
    try await bench.store.acknowledgeAll(of: account)
    _ = recorder.take()
    try await bench.store.deleteList(list.id)
    let redo = try await bench.store.undo(try lastStep())
    _ = try await bench.store.undo(redo)
    try await bench.store.discard(
      list.key, of: account, restoring: .live(list.key, list.fields, 9))
    let back = try await bench.store.todo(milk.id)
    XCTAssertEqual(back?.content, "Milk")
    let members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.user), ["bob"])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  /// Somebody else has completed the next occurrence meanwhile, on another device or in the terminal.
  func testAnOccurrenceIsTakenBackWholeOrNotAtAll() async throws {
    let plain = try Bench()
    let bench = plain.recording(in: recorder)
    let day = CalendarTime(day: try XCTUnwrap(CalendarDay(iso8601: "2027-01-18")))
    let list = try await bench.store.addList(named: "Home")
    let milk = TodoDraft(
      id: TodoID(rawValue: "milk"), listID: list.id, content: "Milk", due: day,
      reminders: [Reminder(text: "2027-01-15T08:00:00Z UTC")],
      recurrence: RecurrenceRule("FREQ=WEEKLY"))
    try await bench.store.add(milk)
    try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "bottle"), listID: list.id, content: "Bottle", parent: milk.id))
    try await bench.store.setDone(TodoID(rawValue: "bottle"), true)
    _ = recorder.take()
    try await bench.store.setDone(milk.id, true)
    let step = try lastStep()
    let once = try await bench.store.allRecords()
    try await plain.store.setDone(milk.id, true)
    let twice = try await bench.store.allRecords()
    XCTAssertNotEqual(twice.mapValues(\.withoutTimes), once.mapValues(\.withoutTimes))
    let undone = try await bench.store.undo(step)
    XCTAssertTrue(undone.isEmpty)
    let after = try await bench.store.allRecords()
    XCTAssertEqual(after.mapValues(\.withoutTimes), twice.mapValues(\.withoutTimes))
  }

  func testASkipThatWasDoneAgainIsStillOne() async throws {
    let plain = try Bench()
    let bench = plain.recording(in: recorder)
    let milk = TodoDraft(
      id: TodoID(rawValue: "milk"), content: "Milk",
      due: CalendarTime(day: try XCTUnwrap(CalendarDay(iso8601: "2027-01-18"))),
      reminders: [Reminder(text: "2027-01-15T08:00:00Z UTC")],
      recurrence: RecurrenceRule("FREQ=WEEKLY"))
    try await bench.store.add(milk)
    _ = recorder.take()
    try await bench.store.skipOccurrence(of: milk.id)
    let redo = try await bench.store.undo(try lastStep())
    let again = try await bench.store.undo(redo)
    XCTAssertFalse(again.isEmpty)
    try await plain.store.setDone(milk.id, true)
    let before = try await bench.store.plainRecords()
    let undone = try await bench.store.undo(again)
    XCTAssertTrue(undone.isEmpty)
    let after = try await bench.store.plainRecords()
    XCTAssertEqual(after, before)
  }

  func testWhatOthersChangedMeanwhileStays() async throws {
    let (plain, account, milk) = try await Bench.agreed()
    let bench = plain.recording(in: recorder)
    var draft = TodoDraft(id: milk.id, listID: milk.listID, content: "Oat milk")
    draft.notes = "Mine"
    try await bench.store.update(milk.id, to: draft)
    let step = try lastStep()
    try await bench.store.acknowledgeAll(of: account)
    // Another device changes the notes, and stars it.
    var fields = try await bench.store.allRecords()[milk.key] ?? [:]
    fields[Todo.Field.notes] = .string("Theirs")
    fields[Todo.Field.priority] = .integer(1)
    try await plain.store.apply(
      [
        RemoteRecord(
          key: milk.key, state: .live(fields), version: RecordVersion(tag: "later", ordinal: 999))
      ], from: account)
    XCTAssertEqual(recorder.take(), [], "what comes from the server is no gesture")
    _ = try await bench.store.undo(step)
    let after = try await bench.store.todo(milk.id)
    XCTAssertEqual(after?.content, "Milk")
    XCTAssertEqual(after?.notes, "Theirs")
    XCTAssertEqual(after?.priority.isStarred, true)
  }

  func testWhatSomebodyElseDeletedStaysDeleted() async throws {
    let bench = try bench()
    let milk = try await bench.add("Milk")
    _ = recorder.take()
    try await bench.store.setStarred(milk.id, true)
    let step = try lastStep()
    _ = try await bench.store.delete(milk.id)
    let redo = try await bench.store.undo(step)
    XCTAssertTrue(redo.isEmpty)
    let gone = try await bench.store.todo(milk.id)
    XCTAssertNil(gone)
  }

  func testDoneAgainElsewhereStaysDone() async throws {
    let bench = try bench()
    let milk = try await bench.add("Milk")
    _ = recorder.take()
    try await bench.store.setDone(milk.id, true)
    let step = try lastStep()
    try await bench.store.setDone(milk.id, false)
    bench.clock.advance(by: 5_000)
    try await bench.store.setDone(milk.id, true)
    let redo = try await bench.store.undo(step)
    XCTAssertTrue(redo.isEmpty)
    let after = try await bench.store.todo(milk.id)
    XCTAssertEqual(after?.isDone, true)
  }

  func testPeopleOfAListComeBackWithIt() async throws {
    let (plain, _, milk) = try await Bench.agreed()
    let bench = plain.recording(in: recorder)
    try await bench.store.setMember("bob", of: milk.listID, as: .writer)
    _ = recorder.take()
    try await bench.store.deleteList(milk.listID)
    let redo = try await bench.store.undo(try lastStep())
    let members = try await bench.store.members(of: milk.listID)
    XCTAssertEqual(members.map(\.role), [.writer])
    _ = try await bench.store.undo(redo)
    let none = try await bench.store.members(of: milk.listID)
    XCTAssertEqual(none, [])
  }

  func testWhatChangesNothingIsNoStep() async throws {
    let bench = try bench()
    let milk = try await bench.add("Milk")
    _ = recorder.take()
    try await bench.store.setDone(milk.id, false)
    try await bench.store.update(milk.id, to: TodoDraft(id: milk.id, content: "Milk"))
    XCTAssertEqual(recorder.take(), [])
  }

  /// Whatever was done and taken back leaves the records as they were, and done again as they had been.
  func testAnySequenceWithItsUndosIsTheIdentity() async throws {
    for seed: UInt64 in 1...60 {
      var chances = SeededChances(seed: seed)
      let bench = try bench()
      _ = recorder.take()
      var states = [try await bench.store.plainRecords()]
      var steps: [UndoStep] = []
      for _ in 0..<25 {
        bench.clock.advance(by: 1_000)
        try await Self.gesture(bench.store, &chances)
        for step in recorder.take() {
          steps.append(step)
          states.append(try await bench.store.plainRecords())
        }
      }
      var redos: [UndoStep] = []
      for (index, step) in steps.enumerated().reversed() {
        redos.append(try await bench.store.undo(step))
        let now = try await bench.store.plainRecords()
        guard now == states[index] else {
          return Self.report(seed, index, step, now, states[index])
        }
      }
      for (index, redo) in redos.reversed().enumerated() {
        _ = try await bench.store.undo(redo)
        let now = try await bench.store.plainRecords()
        guard now == states[index + 1] else {
          return Self.report(seed, index, redo, now, states[index + 1])
        }
      }
      XCTAssertEqual(recorder.take(), [], "undoing is no gesture")
    }
  }

  private static func report(
    _ seed: UInt64, _ index: Int, _ step: UndoStep, _ now: [RecordKey: RecordFields],
    _ expected: [RecordKey: RecordFields]
  ) {
    let keys = Set(now.keys).union(expected.keys).filter { now[$0] != expected[$0] }
    let lines = keys.map { "\($0.kind) \($0.id): \(now[$0] ?? [:]) is not \(expected[$0] ?? [:])" }
    XCTFail("seed \(seed), step \(index), \(step.edits): \(lines.joined(separator: "; "))")
  }

  private static func gesture(_ store: TodoStore, _ chances: inout SeededChances) async throws {
    let lists = try await store.lists()
    let todos = try await store.allTodos(isWithDone: true).sorted {
      $0.id.rawValue < $1.id.rawValue
    }
    let todo = todos.randomElement(using: &chances)
    let list = lists.randomElement(using: &chances)
    let text = "text \(Int.random(in: 0..<1_000, using: &chances))"
    switch Int.random(in: 0..<12, using: &chances) {
    case 0: try await store.addList(named: text)
    case 1: if let list { try await store.renameList(list.id, to: text) }
    case 2: if let list { try await store.deleteList(list.id) }
    case 3..<6:
      let id = TodoID(rawValue: store.makeID())
      try await store.add(TodoDraft(id: id, listID: list?.id, content: text))
    case 6: if let todo { try await store.setDone(todo.id, !todo.isDone) }
    case 7: if let todo { try await store.setStarred(todo.id, !todo.priority.isStarred) }
    case 8, 9:
      guard let todo else { return }
      var draft = TodoDraft(id: todo.id, content: text)
      draft.notes = Bool.random(using: &chances) ? text : todo.notes
      draft.due = CalendarTime(
        day: .first.adding(days: Int.random(in: 0..<9_000, using: &chances)))
      try await store.update(todo.id, to: draft)
    case 10: if let todo { _ = try await store.delete(todo.id) }
    default:
      if let item = try await store.trash().randomElement(using: &chances) {
        try await store.restoreFromTrash(item.id)
      }
    }
  }
}

extension RecordFields {
  fileprivate var withoutTimes: RecordFields {
    filter { $0.key != Todo.Field.modifiedAt }
  }
}

extension TodoStore {
  fileprivate func plainRecords() async throws -> [RecordKey: RecordFields] {
    try await allRecords().mapValues(\.withoutTimes)
  }

  fileprivate func contents() async throws -> [String] {
    try await allTodos(isWithDone: true).map(\.content)
  }
}
