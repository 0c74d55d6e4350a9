import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service

final class ListChoiceTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ todo: Todo) async -> (
    ChoicePresenter, RecordingView<ChoiceState>, RecordingNavigator
  ) {
    let presenter = ChoicePresenter.list(
      for: ChosenTodo(todo), store: bench.undo.store, commands: bench.commands, names: bench.names)
    let (view, navigator) = (RecordingView<ChoiceState>(), RecordingNavigator())
    presenter.take(navigator)
    bench.commands.alerts = navigator
    view.watch(presenter.screen)
    presenter.didLoad()
    await eventually("the lists") { view.states.last?.isReady == true }
    return (presenter, view, navigator)
  }

  @MainActor
  func testListsAreFoundByTheBeginningsOfTheirWords() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    for name in ["Garden", "Jardín de Ana", "Office"] {
      try await bench.store.addList(named: name)
    }
    let todo = try await bench.add("milk", to: home.id)
    let (presenter, view, _) = await Self.open(bench, todo)
    func names() -> [String] { view.states.last?.choices.map(\.name) ?? [] }
    XCTAssertEqual(names(), ["Garden", "Jardín de Ana", "Office"], "not its own")
    presenter.didMoveMark(1)
    XCTAssertEqual(view.states.last?.marked, 1)
    presenter.didChangeQuery("jardin an")
    XCTAssertEqual(names(), ["Jardín de Ana"])
    XCTAssertEqual(view.states.last?.marked, 0)
    presenter.didMoveMark(1)
    XCTAssertEqual(view.states.last?.marked, 0)
    presenter.didChangeQuery("ardin")
    XCTAssertEqual(names(), [])
    presenter.didSubmit()
    XCTAssertTrue(presenter.isOpen, "there is nothing to take")
  }

  @MainActor
  func testTheChosenListGetsTheTreeAndItCanBeTakenBack() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let garden = try await bench.store.addList(named: "Garden")
    let todo = try await bench.add("party", to: home.id)
    let part = try await bench.add("cake", to: home.id)
    try await bench.store.edit(part.id) { $0.parent = todo.id }
    let (presenter, _, navigator) = await Self.open(bench, todo)
    presenter.didSubmit()
    XCTAssertFalse(presenter.isOpen)
    await bench.waitUntilIdle()
    XCTAssertEqual(navigator.calls, [.toast("Moved to “Garden”")])
    let moved = try await bench.store.todo(part.id)
    XCTAssertEqual(moved?.listID, garden.id)
    XCTAssertEqual(bench.undo.undoable.last?.title, "Move “party” to Another List")
    bench.undo.undo()
    await bench.waitUntilIdle()
    let back = try await bench.store.todo(part.id)
    XCTAssertEqual(
      [back?.listID.rawValue, back?.parent?.rawValue], [home.id.rawValue, todo.id.rawValue])
  }

  @MainActor
  func testAListThatIsGoneIsTold() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let garden = try await bench.store.addList(named: "Garden")
    let todo = try await bench.add("milk", to: home.id)
    let (presenter, _, navigator) = await Self.open(bench, todo)
    try await bench.store.deleteList(garden.id)
    presenter.didSubmit()
    await eventually("the alert") { navigator.alerts.titles == ["“milk” Was Not Moved"] }
  }
}
