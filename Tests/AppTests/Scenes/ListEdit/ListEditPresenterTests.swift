import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ListEditPresenterTests: XCTestCase {
  @MainActor
  private final class Fixture {
    let presenter: ListEditPresenter
    let view = RecordingView<ListEditState>()
    let navigator = RecordingNavigator()

    init(_ bench: SceneBench, _ mode: ListEditPresenter.Mode) {
      presenter = ListEditPresenter(mode: mode, store: bench.store, commands: bench.commands)
      view.watch(presenter.screen)
      presenter.take(navigator)
      bench.commands.alerts = navigator
      presenter.didLoad()
    }
  }

  @MainActor
  func testANumberThatNobodyTypedIsTold() async throws {
    let bench = try SceneBench()
    for (name, notice) in [
      ("Home", nil), (" Home", "“Home” already exists. The new list is called “Home (1)”."),
      ("", nil),
    ] as [(String, String?)] {
      let scene = Fixture(bench, .create())
      scene.presenter.didChangeName(name)
      scene.presenter.didSubmit()
      await eventually("the end") { !scene.presenter.isOpen }
      XCTAssertEqual(scene.navigator.calls, notice.map { [.toast($0)] } ?? [])
    }
  }

  @MainActor
  func testANumberInTheNameOfARenamedListIsTold() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let list = try await bench.store.addList(named: "Work")
    let scene = Fixture(bench, .edit(list))
    scene.presenter.didChangeName("Home")
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(
      scene.navigator.calls, [.toast("“Home” already exists. The list is called “Home (1)”.")])
  }

  @MainActor
  func testListIsMade() async throws {
    let bench = try SceneBench()
    let scene = Fixture(bench, .create())
    XCTAssertEqual(
      scene.view.state,
      ListEditState(title: "New List", name: "", placeholder: bench.store.naming.untitled))
    scene.presenter.didChangeName(" Home ")
    XCTAssertEqual(scene.view.state.name, " Home ", "what is typed stays as it is")
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Home"])
  }

  @MainActor
  func testWithoutANameItIsUntitled() async throws {
    let bench = try SceneBench()
    let scene = Fixture(bench, .create())
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), [bench.store.naming.untitled])
  }

  @MainActor
  func testListIsRenamed() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let scene = Fixture(bench, .edit(list))
    XCTAssertEqual(scene.view.state.title, "Edit List")
    XCTAssertEqual(scene.view.state.name, "Home")
    scene.presenter.didChangeName("House")
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["House"])
  }

  @MainActor
  func testTheLookIsStoredWithTheName() async throws {
    let bench = try SceneBench()
    let scene = Fixture(bench, .create())
    scene.presenter.didChangeName("Home")
    scene.presenter.didChooseColour(.green)
    scene.presenter.didChooseEmoji("no emoji")
    scene.presenter.didChooseEmoji("🏠")
    XCTAssertEqual(scene.view.state.appearance, ListAppearance(colour: .green, emoji: "🏠"))
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let stored = try await bench.store.lists().first
    XCTAssertEqual(stored?.colour, "green")
    XCTAssertEqual(stored?.emoji, "🏠")
  }

  /// What was not touched is not written: it may be another program's, or have changed meanwhile.
  @MainActor
  func testOnlyWhatWasChosenIsChanged() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home") { $0.colour = "#102030" }
    let scene = Fixture(bench, .edit(list))
    XCTAssertEqual(scene.view.state.appearance.colour, .blue)
    try await bench.store.editList(list.id) { $0.emoji = "🏠" }
    scene.presenter.didChangeName("House")
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    var stored = try await bench.store.lists().first
    XCTAssertEqual(stored?.name, "House")
    XCTAssertEqual(stored?.colour, "#102030")
    XCTAssertEqual(stored?.emoji, "🏠")
    let again = Fixture(bench, .edit(try XCTUnwrap(stored)))
    again.presenter.didChooseColour(nil)
    again.presenter.didChooseEmoji(nil)
    again.presenter.didSubmit()
    await eventually("the end") { !again.presenter.isOpen }
    stored = try await bench.store.lists().first
    XCTAssertNil(stored?.colour)
    XCTAssertNil(stored?.emoji)
  }

  /// The name in the entry is that of the list when the dialog was opened; another device may have renamed it since.
  @MainActor
  func testAnUntouchedNameIsNotWritten() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let scene = Fixture(bench, .edit(list))
    try await bench.store.editList(list.id, named: "House")
    scene.presenter.didChooseColour(.green)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let stored = try await bench.store.lists().first
    XCTAssertEqual(stored?.name, "House")
    XCTAssertEqual(stored?.colour, "green")
    XCTAssertEqual(scene.navigator.calls, [], "no other list has the name")
  }

  @MainActor
  func testReservedNameIsToldAndTheDialogStays() async throws {
    let bench = try SceneBench()
    let scene = Fixture(bench, .create())
    scene.presenter.didChangeName("important")
    scene.presenter.didSubmit()
    await eventually("the alert") { scene.navigator.alerts.titles == ["Reserved Name"] }
    XCTAssertEqual(
      scene.navigator.alerts.alerts.first?.body, ErrorText.reason(.nameReserved("important")))
    XCTAssertTrue(scene.presenter.isOpen)
    XCTAssertEqual(scene.view.state.name, "important")
    XCTAssertFalse(scene.view.state.isBusy)
  }

  @MainActor
  func testItIsBusyUntilTheDiskHasAnswered() async throws {
    let bench = try SceneBench()
    let scene = Fixture(bench, .create())
    scene.presenter.didChangeName("Home")
    scene.presenter.didSubmit()
    XCTAssertTrue(scene.view.state.isBusy)
    scene.presenter.didSubmit()
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    await bench.waitUntilIdle()
    XCTAssertFalse(scene.presenter.isOpen)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.count, 1)
  }

  @MainActor
  func testFailureKeepsTheDialog() async throws {
    let bench = try SceneBench(onDisk: true)
    let scene = Fixture(bench, .create())
    try await bench.setWritesFail(true)
    scene.presenter.didChangeName("Home")
    scene.presenter.didSubmit()
    await eventually("the alert") { scene.navigator.alerts.titles == ["The List Was Not Saved"] }
    XCTAssertEqual(scene.view.state.name, "Home")
    XCTAssertFalse(scene.view.state.isBusy)
    try await bench.setWritesFail(false)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
  }

  @MainActor
  func testListDeletedElsewhereIsTold() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let scene = Fixture(bench, .edit(list))
    try await bench.store.deleteList(list.id)
    scene.presenter.didChangeName("House")
    scene.presenter.didSubmit()
    await eventually("the alert") { scene.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(scene.navigator.alerts.alerts.first?.body, ErrorText.reason(.missing))
    scene.presenter.didClose()
    XCTAssertFalse(scene.presenter.isOpen)
  }

  @MainActor
  func testWithOnePlaceThereIsNothingToChoose() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Old")
    let local = Fixture(bench, .create())
    await bench.waitUntilIdle()
    XCTAssertEqual(local.view.state.places, [])
    _ = try await bench.connect()
    let moved = Fixture(bench, .create())
    await bench.waitUntilIdle()
    XCTAssertEqual(moved.view.state.places, [], "all lists are the account's")
  }

  @MainActor
  func testListIsKeptWhereItWasChosen() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    bench.time.advance(by: .seconds(1))
    let bob = try await bench.connect(user: "bob")
    for (preferred, shown, choice, expected) in [
      (.firstAccount, 0, nil, ann.id), (.account(bob.id), 1, nil, bob.id),
      (.thisComputer, 2, nil, nil), (.firstAccount, 0, 1, bob.id), (.firstAccount, 0, 2, nil),
    ] as [(ListPlace, Int, Int?, AccountID?)] {
      let scene = Fixture(bench, .create(beside: preferred))
      await eventually("the places") { !scene.view.state.places.isEmpty }
      XCTAssertEqual(scene.view.state.places, ["ann (demo)", "bob (demo)", "On This Computer"])
      XCTAssertEqual(scene.view.state.chosenPlace, shown)
      if let choice { scene.presenter.didChoosePlace(choice) }
      scene.presenter.didChoosePlace(7)
      scene.presenter.didSubmit()
      await eventually("the end") { !scene.presenter.isOpen }
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists.last?.account, expected)
    }
  }

  @MainActor
  func testListsOfThisComputerAreAPlaceBesideAnAccount() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Old")
    try await bench.store.connect(try .sample(), isAdopting: false)
    let scene = Fixture(bench, .create(beside: .thisComputer))
    await eventually("the places") {
      scene.view.state.places == ["ann (demo)", "On This Computer"]
    }
    XCTAssertEqual(scene.view.state.chosenPlace, 1)
    let renaming = Fixture(bench, .edit(try await bench.store.lists()[0]))
    await bench.waitUntilIdle()
    XCTAssertEqual(renaming.view.state.places, [])
  }
}
