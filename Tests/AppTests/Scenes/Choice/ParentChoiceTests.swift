import Core
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service

@MainActor
final class ParentChoiceTests: XCTestCase {
  private func choose(_ bench: SceneBench, for todo: Todo) async -> (
    ChoicePresenter, RecordingView<ChoiceState>
  ) {
    let presenter = ChoicePresenter.parent(
      for: ChosenTodo(todo), store: bench.undo.store, commands: bench.commands)
    let view = RecordingView<ChoiceState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    await eventually("the to-dos") { view.state.isReady }
    return (presenter, view)
  }

  func testOpenOnesOfTheListButItsOwnParts() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    func add(_ title: String, below parent: Todo? = nil, to list: TodoList? = nil) async throws
      -> Todo
    {
      try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: bench.store.makeID()), listID: (list ?? home).id, content: title,
          parent: parent?.id))
    }
    let party = try await add("party")
    let cake = try await add("bake a cake", below: party)
    let flour = try await add("flour", below: cake)
    let music = try await add("music")
    let done = try await add("done")
    _ = try await bench.store.setDone(done.id, true)
    _ = try await add("report", to: work)
    let (forCake, view) = await choose(bench, for: cake)
    XCTAssertEqual(view.state.choices.map(\.name), ["music"], "it is a part of the party already")
    forCake.didClose()
    let (forMusic, all) = await choose(bench, for: music)
    XCTAssertEqual(
      all.state.choices.map { [$0.name, $0.place] },
      [["party", ""], ["bake a cake", "party"], ["flour", "bake a cake"]])
    forMusic.didChangeQuery("cak")
    XCTAssertEqual(all.state.choices.map(\.name), ["bake a cake"])
    forMusic.didSubmit()
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(music.id)
    XCTAssertEqual(stored?.parent, cake.id)
    let parts = try await bench.store.family(of: cake.id)
    XCTAssertEqual(parts.subtasks.map(\.id), [flour.id, music.id], "the last of the parts")
    bench.undo.undo()
    await bench.waitUntilIdle()
    let back = try await bench.store.todo(music.id)
    XCTAssertNil(back?.parent)
  }

  func testTheDetailsSayWhereItIsKept() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let party = try await bench.add("party", to: home.id)
    let cake = try await bench.add("cake", to: home.id)
    try await bench.store.place(cake.id, below: party.id, .last)
    let stored = try await bench.store.todo(cake.id)
    let scene = DetailsFixture(bench, .edit(try XCTUnwrap(stored)))
    await eventually("its place") {
      scene.state.list == "Home" && scene.state.parent?.title == "party"
    }
    _ = try await bench.store.renameList(home.id, to: "House")
    await eventually("the new name") { scene.state.list == "House" }
    scene.presenter.didClearParent()
    await eventually("it stands by itself") { scene.state.parent == nil }
    scene.presenter.didRequestMove()
    scene.presenter.didRequestParent()
    XCTAssertEqual(scene.navigator.calls, [.move(cake.id), .chooseParent(cake.id)])
    let garden = try await bench.store.addList(named: "Garden")
    try await bench.store.move([cake.id], to: garden.id)
    await eventually("the other list") { scene.state.list == "Garden" }
  }

  func testOfVeryManyTheFirstAreShown() async throws {
    let texts = ChoiceTexts(title: "", action: "", search: "", list: "", nothing: "")
    var chosen: [String] = []
    let presenter = ChoicePresenter(texts) { () throws(StoreError) in
      (0..<2_000).map { ChoicePresenter.Entry(Choice(id: "\($0)", name: "to-do \($0)")) }
    } onChoose: { choice, _ in
      chosen.append(choice.id)
    }
    let view = RecordingView<ChoiceState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    await eventually("the choices") { view.state.isReady }
    XCTAssertEqual(view.state.choices.count, 500)
    presenter.didChangeQuery("1999")
    XCTAssertEqual(view.state.choices.map(\.id), ["1999"], "all are looked through")
    presenter.didSubmit()
    XCTAssertEqual(chosen, ["1999"])
  }
}
