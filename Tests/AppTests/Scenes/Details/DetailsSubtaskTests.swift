import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class DetailsSubtaskTests: XCTestCase {
  private func titles(_ scene: DetailsFixture) -> [String] { scene.state.subtasks.map(\.title) }

  private func add(_ text: String, to scene: DetailsFixture) {
    scene.presenter.didChangeDraft(text)
    scene.presenter.didSubmitDraft()
  }

  func testWhatIsTypedIsUnderstood() async throws {
    let bench = try SceneBench()
    let work = try await bench.store.addList(named: "Work")
    let home = try await bench.store.addList(named: "Home")
    let party = try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "p"), listID: home.id, content: "party", tags: [ExactText("food")]))
    let scene = DetailsFixture(bench, .edit(party))
    let typed = "cake tomorrow 5pm !! #food ~Work"
    scene.presenter.didChangeDraft("x #f")
    await eventually("the names are known") { scene.state.typed.offers?.names == ["food"] }
    scene.presenter.didChangeDraft(typed)
    XCTAssertEqual(
      scene.state.typed.chips.map(\.typed), ["tomorrow", "5pm", "!!", "#food"],
      "a subtask stays in the list")
    scene.presenter.didRemove(scene.state.typed.chips[3])
    XCTAssertEqual(scene.state.typed.chips.map(\.typed), ["tomorrow", "5pm", "!!"])
    scene.presenter.didSubmitDraft()
    XCTAssertEqual(titles(scene), ["cake #food ~Work"])
    XCTAssertEqual(scene.state.typed.text, "")
    XCTAssertEqual(scene.state.typed.chips, [])
    await bench.waitUntilIdle()
    let family = try await bench.store.family(of: party.id)
    let cake = try await bench.store.todo(try XCTUnwrap(family.subtasks.first).id)
    let today = LocalClock.clock(at: bench.store.now).day
    XCTAssertEqual(cake?.due?.day, today.adding(days: 1))
    XCTAssertEqual(cake?.due?.time, TimeOfDay(hour: 17, minute: 0))
    XCTAssertEqual(cake?.tags, [])
    XCTAssertEqual(cake?.priority, .medium)
    XCTAssertEqual(cake?.listID, home.id)
    XCTAssertNotEqual(cake?.listID, work.id)
  }

  func testEscapeMakesItTextFirst() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("party")))
    scene.presenter.didChangeDraft("cake tomorrow")
    XCTAssertEqual(scene.state.typed.chips.map(\.typed), ["tomorrow"])
    XCTAssertTrue(scene.presenter.didPressEscape())
    XCTAssertEqual(scene.state.typed.chips, [])
    XCTAssertFalse(scene.presenter.didPressEscape(), "the next one closes the details")
    scene.presenter.didSubmitDraft()
    XCTAssertEqual(titles(scene), ["cake tomorrow"])
    scene.presenter.didChangeDraft("pie tomorrow")
    XCTAssertEqual(scene.state.typed.chips.map(\.typed), ["tomorrow"], "another text begins")
    scene.presenter.entry.isOn = { false }
    scene.presenter.didChangeDraft("pie tomorrow")
    XCTAssertEqual(scene.state.typed.chips, [])
  }

  func testSubtasksAreAddedDoneAndUndone() async throws {
    let bench = try SceneBench()
    let party = try await bench.add("party")
    let scene = DetailsFixture(bench, .edit(party))
    add(" cake ", to: scene)
    XCTAssertEqual(titles(scene), ["cake"], "before it is on disk")
    add("music", to: scene)
    XCTAssertEqual(titles(scene), ["cake", "music"])
    add("  ", to: scene)
    await bench.waitUntilIdle()
    let family = try await bench.store.family(of: party.id)
    XCTAssertEqual(family.subtasks.map(\.content), ["cake", "music"])
    XCTAssertEqual(family.subtasks.map(\.listID), [party.listID, party.listID])
    let cake = family.subtasks[0].id
    scene.presenter.didToggleSubtask(cake, true)
    XCTAssertEqual(scene.state.subtasks.map(\.isDone), [true, false], "before it is on disk")
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(cake)
    XCTAssertEqual(stored?.status, .done)
    bench.undo.undo()
    await eventually("it is open again") { scene.state.subtasks.first?.isDone == false }
    bench.undo.undo()
    await eventually("one is left") { titles(scene) == ["cake"] }
  }

  func testChangesElsewhereShowAndParentsAreNamed() async throws {
    let bench = try SceneBench()
    let (party, cake) = (try await bench.add("party"), try await bench.add("cake"))
    let scene = DetailsFixture(bench, .edit(party))
    let part = DetailsFixture(bench, .edit(cake))
    try await bench.store.edit(cake.id) { $0.parent = party.id }
    await eventually("the subtask") { titles(scene) == ["cake"] }
    await eventually("the parent") { part.state.parent?.title == "party" }
    try await bench.store.edit(party.id) { $0.content = "feast" }
    await eventually("its new name") { part.state.parent?.title == "feast" }
    try await bench.store.edit(cake.id) { $0.content = "pie" }
    await eventually("the other name") { titles(scene) == ["pie"] }
    var opened: [TodoID] = []
    scene.presenter.onOpen = { id, isReadOnly in if !isReadOnly { opened.append(id) } }
    scene.presenter.didOpen(cake.id)
    XCTAssertEqual(opened, [cake.id])
    try await bench.store.delete(cake.id)
    await eventually("it is gone") { titles(scene) == [] }
  }

  func testWhatIsCancelledIsOpenedAgain() async throws {
    let bench = try SceneBench()
    let (party, cake) = (try await bench.add("party"), try await bench.add("cake"))
    try await bench.store.edit(cake.id) { $0.parent = party.id }
    try await bench.store.cancel([cake.id])
    let scene = DetailsFixture(bench, .edit(party))
    await eventually("the subtask") { scene.state.subtasks.first?.isCancelled == true }
    scene.presenter.didToggleSubtask(cake.id, false)
    XCTAssertEqual(scene.state.subtasks.first?.isCancelled, false, "before it is on disk")
    XCTAssertEqual(scene.state.subtasks.first?.isDone, false)
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(cake.id)
    XCTAssertEqual(stored?.status, .open)
  }

  func testARepeatingSubtaskStaysOpen() async throws {
    let bench = try SceneBench()
    let (party, cake) = (try await bench.add("party"), try await bench.add("cake"))
    try await bench.store.edit(cake.id) {
      $0.parent = party.id
      $0.due = CalendarTime(day: SceneBench.monday)
      $0.recurrence = RecurrenceRule("FREQ=DAILY")
    }
    let scene = DetailsFixture(bench, .edit(party))
    await eventually("the subtask") { titles(scene) == ["cake"] }
    scene.presenter.didToggleSubtask(cake.id, true)
    await eventually("it is open") { scene.state.subtasks.first?.isDone == false }
    let stored = try await bench.store.todo(cake.id)
    XCTAssertEqual(stored?.completions.count, 1)
  }

  func testATickThatIsNotStoredYetStaysAsItIsShown() async throws {
    let bench = try SceneBench()
    let (party, cake) = (try await bench.add("party"), try await bench.add("cake"))
    try await bench.store.edit(cake.id) { $0.parent = party.id }
    let scene = DetailsFixture(bench, .edit(party))
    await eventually("the subtask") { titles(scene) == ["cake"] }
    var gate: CheckedContinuation<Void, Never>?
    scene.presenter.didToggleSubtask(cake.id, true)
    bench.commands.run {
      await withCheckedContinuation { gate = $0 }
    } failing: { _ in
      ""
    }
    scene.presenter.didToggleSubtask(cake.id, false)
    await eventually("the first is stored") { gate != nil }
    try await bench.store.edit(cake.id) { $0.content = "pie" }
    await eventually("it was read again") { titles(scene) == ["pie"] }
    XCTAssertEqual(scene.state.subtasks.map(\.isDone), [false])
    gate?.resume()
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(cake.id)
    XCTAssertEqual(stored?.status, .open)
    XCTAssertEqual(scene.state.subtasks.map(\.isDone), [false])
  }

  func testWhatCannotBeAddedGoesBackIntoTheEntry() async throws {
    let bench = try SceneBench(onDisk: true)
    let scene = DetailsFixture(bench, .edit(try await bench.add("party")))
    await bench.waitUntilIdle()
    try await bench.setWritesFail(true)
    add("cake", to: scene)
    await eventually("the alert") { scene.navigator.alerts.titles == ["“cake” Was Not Saved"] }
    XCTAssertEqual(scene.state.typed.text, "cake")
    XCTAssertEqual(titles(scene), [])
    try await bench.setWritesFail(false)
    scene.presenter.didSubmitDraft()
    await bench.waitUntilIdle()
    XCTAssertEqual(titles(scene), ["cake"])
  }

  func testANewTodoHasNone() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(
      bench, .create(TodoDraft(id: TodoID(rawValue: "t"), content: "")))
    add("cake", to: scene)
    await bench.waitUntilIdle()
    XCTAssertEqual(titles(scene), [])
    scene.type(title: "party")
    scene.presenter.keep()
    await bench.waitUntilIdle()
    add("cake", to: scene)
    await bench.waitUntilIdle()
    XCTAssertEqual(titles(scene), ["cake"])
  }
}
