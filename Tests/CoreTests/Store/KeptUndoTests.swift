import Basics
import Core
import TestSupport
import XCTest

final class KeptUndoTests: XCTestCase {
  private func commands(_ bench: Bench) -> (TodoStore, UndoRecorder) {
    let recorder = UndoRecorder()
    return (bench.store.recording(in: recorder), recorder)
  }

  func testStepsAreTakenBackInTurnWithWhatTheyContain() async throws {
    let bench = try Bench()
    let (store, recorder) = commands(bench)
    let todo = try await store.add(
      TodoDraft(
        id: TodoID(rawValue: "a"), content: "a\u{0}é", due: CalendarTime(day: .first),
        tags: [ExactText("x")]))
    try await store.edit(todo.id) { todo in
      todo.content = "b"
      todo.tags = [ExactText("x"), ExactText("y")]
      todo.recurrence = RecurrenceRule("FREQ=WEEKLY", isFromCompletion: true)
    }
    try await store.delete([todo.id])
    for step in recorder.take() { try await bench.store.keepUndoStep(step) }

    var taken = try await bench.store.undoKeptStep()
    XCTAssertEqual(taken?.step.edits.map(\.title), ["b"])
    var now = try await bench.store.todo(todo.id)
    XCTAssertEqual(now?.tags, [ExactText("x"), ExactText("y")])
    XCTAssertEqual(now?.recurrence?.isFromCompletion, true)
    taken = try await bench.store.undoKeptStep()
    now = try await bench.store.todo(todo.id)
    XCTAssertEqual(now?.content, todo.content)
    XCTAssertEqual(now?.tags, todo.tags)
    XCTAssertEqual(now?.due, todo.due)
    XCTAssertNil(now?.recurrence)
    // The first step made the list as well.
    taken = try await bench.store.undoKeptStep()
    XCTAssertEqual(taken?.undone.isEmpty, false)
    let left = try await bench.store.allTodos(isWithDone: true)
    XCTAssertEqual(left, [])
    taken = try await bench.store.undoKeptStep()
    XCTAssertNil(taken?.step)
  }

  func testWhatWasChangedSinceStays() async throws {
    let bench = try Bench()
    let todo = try await bench.store.add(TodoDraft(id: TodoID(rawValue: "a"), content: "a"))
    let (store, recorder) = commands(bench)
    try await store.edit(todo.id) {
      $0.content = "b"
      $0.notes = "b"
    }
    for step in recorder.take() { try await bench.store.keepUndoStep(step) }
    try await bench.store.edit(todo.id) { $0.content = "c" }
    _ = try await bench.store.undoKeptStep()
    let now = try await bench.store.todo(todo.id)
    XCTAssertEqual(now?.content, "c")
    XCTAssertEqual(now?.notes, "")
  }

  func testADeletedListComesBackWithItsPeople() async throws {
    let (bench, _) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.setMember("mia", of: list.id, as: .reader)
    let shared = try await bench.store.members(of: list.id)
    XCTAssertEqual(shared.map(\.user), ["mia"])
    let (store, recorder) = commands(bench)
    try await store.deleteList(list.id)
    let step = try XCTUnwrap(recorder.takeAsOne())
    try await bench.store.keepUndoStep(step)
    _ = try await bench.store.undoKeptStep()
    let members = try await bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.user), ["mia"])
    XCTAssertEqual(members.map(\.role), [.reader])
  }

  func testOnlySoManyAreKept() async throws {
    let bench = try Bench()
    let todo = try await bench.store.add(TodoDraft(id: TodoID(rawValue: "a"), content: "0"))
    let (store, recorder) = commands(bench)
    for number in 1...TodoStore.keptUndoSteps + 3 {
      try await store.edit(todo.id) { $0.content = "\(number)" }
      for step in recorder.take() { try await bench.store.keepUndoStep(step) }
    }
    var count = 0
    while try await bench.store.undoKeptStep() != nil { count += 1 }
    XCTAssertEqual(count, TodoStore.keptUndoSteps)
    let now = try await bench.store.todo(todo.id)
    XCTAssertEqual(now?.content, "3")
  }
}
