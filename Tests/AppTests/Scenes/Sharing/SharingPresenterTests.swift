import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SharingPresenterTests: XCTestCase {
  @MainActor
  private static func own() async throws -> (SharingFixture, TodoList, Account) {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let list = try await bench.addSentList("Home", ann)
    let scene = SharingFixture(bench, list)
    await scene.shows(["ann owner"])
    return (scene, list, ann)
  }

  @MainActor
  func testOwnerInvites() async throws {
    let (scene, list, ann) = try await Self.own()
    XCTAssertTrue(scene.state.canManage)
    XCTAssertFalse(scene.state.canLeave)
    XCTAssertEqual(scene.state.list, "Home")
    scene.presenter.didRequestInvite()
    XCTAssertEqual(scene.navigator.calls, [.choosePerson(ann.id, excluding: ["ann"])])
    scene.navigator.onChoose?("bob")
    XCTAssertEqual(scene.rows, ["ann owner", "bob writer …"], "at once")
    await scene.bench.waitUntilIdle()
    let members = try await scene.bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.user), ["bob"])
    await scene.shows(["ann owner", "bob writer …"])
    scene.presenter.didRequestInvite()
    XCTAssertEqual(
      scene.navigator.calls.last, .choosePerson(ann.id, excluding: ["ann", "bob"]))
  }

  @MainActor
  func testWhatWasDoneToMembersIsTakenBackAndDoneAgain() async throws {
    let (scene, list, _) = try await Self.own()
    let (bench, store) = (scene.bench, scene.bench.undo.store)
    _ = bench.undo
    scene.presenter.didRequestInvite()
    scene.navigator.onChoose?("bob")
    await bench.waitUntilIdle()
    scene.presenter.didChooseRole(.reader, of: "bob")
    await scene.shows(["ann owner", "bob reader …"])
    scene.presenter.didRemove("bob")
    await scene.shows(["ann owner"])
    await bench.waitUntilIdle()
    // What is done beside the dialog stays: nobody sees it here.
    let milk = try await bench.add("milk", to: list.id)
    bench.commands.run(
      { () throws(StoreError) in try await store.setStarred(milk.id, true) }, failing: { _ in "" })
    for rows in [["ann owner", "bob reader …"], ["ann owner", "bob writer …"], ["ann owner"]] {
      scene.presenter.didChoose(.undo)
      await bench.waitUntilIdle()
      await scene.shows(rows)
    }
    scene.presenter.didChoose(.undo)
    await bench.waitUntilIdle()
    let starred = try await bench.store.todo(milk.id)
    XCTAssertEqual(starred?.priority.isStarred, true)
    scene.presenter.didChoose(.redo)
    await scene.shows(["ann owner", "bob writer …"])
  }

  /// The dialog stands before the window, where it would not be seen.
  @MainActor
  func testWhatWasTakenBackIsToldInTheDialog() async throws {
    let (scene, _, _) = try await Self.own()
    let bench = scene.bench
    var told: [String] = []
    bench.undo.onNotice = { told.append($0) }
    scene.presenter.didRequestInvite()
    scene.navigator.onChoose?("bob")
    await bench.waitUntilIdle()
    scene.presenter.didChoose(.undo)
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.state.notice, .init(number: 1, text: "Undone: Change Members"))
    scene.presenter.didChoose(.redo)
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.state.notice, .init(number: 2, text: "Redone: Change Members"))
    XCTAssertEqual(told, [])
    // Closed before it is done: the window is all there is.
    scene.presenter.didChoose(.undo)
    scene.presenter.didClose()
    await bench.waitUntilIdle()
    XCTAssertEqual(told, ["Undone: Change Members"])
  }

  /// Somebody who was invited by user ID has a name for the owner when they have accepted, which nobody tells.
  @MainActor
  func testWhoHasNoNameIsLookedForOnce() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let list = try await bench.addSentList("Home", ann)
    let alone = SharingFixture(bench, list)
    await alone.shows(["ann owner"])
    XCTAssertEqual(bench.names.looks, 0)
    try await bench.store.setMember("bob", of: list.id, as: .reader)
    await alone.shows(["ann owner", "bob reader …"])
    let scene = SharingFixture(bench, list)
    await scene.shows(["ann owner", "bob reader …"])
    XCTAssertEqual(bench.names.looks, 1)
    bench.names.names["bob"] = "Bob"
    await eventually("the name") { scene.state.rows.last?.name == "Bob" }
    XCTAssertEqual(bench.names.looks, 1)
    let known = SharingFixture(bench, list)
    await known.shows(["ann owner", "bob reader …"])
    XCTAssertEqual(bench.names.looks, 1)
  }

  @MainActor
  func testMarkGoesOnceTheServerKnows() async throws {
    let (scene, list, ann) = try await Self.own()
    try await scene.bench.store.setMember("bob", of: list.id, as: .reader)
    await scene.shows(["ann owner", "bob reader …"])
    try await scene.bench.execute("DELETE FROM outbox")
    try await scene.bench.store.noteSync(of: ann.id)
    await scene.shows(["ann owner", "bob reader"])
  }

  @MainActor
  func testRolesAreChangedAtOnce() async throws {
    let (scene, list, _) = try await Self.own()
    try await scene.bench.store.setMember("bob", of: list.id, as: .reader)
    await scene.shows(["ann owner", "bob reader …"])
    scene.presenter.didChooseRole(.reader, of: "bob")
    scene.presenter.didChooseRole(.writer, of: "bob")
    scene.presenter.didChooseRole(.reader, of: "bob")
    scene.presenter.didChooseRole(.writer, of: "bob")
    XCTAssertEqual(scene.rows, ["ann owner", "bob writer …"])
    await scene.bench.waitUntilIdle()
    let members = try await scene.bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.role), [.writer], "the last choice counts")
    XCTAssertEqual(scene.rows, ["ann owner", "bob writer …"])
  }

  @MainActor
  func testRemovedPersonCanBeHadBack() async throws {
    let (scene, list, _) = try await Self.own()
    scene.bench.names.names = ["bob": "Bob Bell"]
    try await scene.bench.store.setMember("bob", of: list.id, as: .reader)
    await scene.shows(["ann owner", "bob reader …"])
    scene.presenter.didRemove("bob")
    XCTAssertEqual(scene.rows, ["ann owner"])
    await eventually("the offer") { scene.state.undoOffer?.name == "Bob Bell" }
    scene.presenter.didUndo(scene.state.undoOffer?.number ?? 0)
    XCTAssertNil(scene.state.undoOffer)
    XCTAssertEqual(scene.rows, ["ann owner", "bob reader …"])
    await scene.bench.waitUntilIdle()
    let members = try await scene.bench.store.members(of: list.id)
    XCTAssertEqual(members.map(\.role), [.reader])
  }

  @MainActor
  func testFailedChangeGoesBack() async throws {
    let bench = try SceneBench(onDisk: true)
    let ann = try await bench.connect()
    let list = try await bench.addSentList("Home", ann)
    try await bench.store.setMember("bob", of: list.id, as: .reader)
    let scene = SharingFixture(bench, list)
    await scene.shows(["ann owner", "bob reader …"])
    try await bench.setWritesFail(true)
    scene.presenter.didChooseRole(.writer, of: "bob")
    XCTAssertEqual(scene.rows.last, "bob writer …")
    await eventually("the alert") { scene.navigator.alerts.titles == ["“Home” Was Not Changed"] }
    XCTAssertEqual(scene.rows.last, "bob reader …")
    scene.presenter.didRemove("bob")
    XCTAssertEqual(scene.rows, ["ann owner"])
    await eventually("the alert") { scene.navigator.alerts.titles.count == 2 }
    XCTAssertEqual(scene.rows.last, "bob reader …")
  }

  @MainActor
  func testMemberOnlyReadsAndMayLeave() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let scene = SharingFixture(bench, club)
    await scene.shows(["bob owner", "ann writer"])
    XCTAssertEqual(scene.state.rows.map(\.isEditable), [false, false])
    XCTAssertEqual(scene.state.rows.map(\.isMe), [false, true])
    XCTAssertFalse(scene.state.canManage)
    scene.presenter.didRequestInvite()
    scene.presenter.didChooseRole(.reader, of: "ann")
    scene.presenter.didRemove("ann")
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.rows, ["bob owner", "ann writer"])
    XCTAssertTrue(scene.presenter.isOpen)
    scene.presenter.didRequestLeave()
    await eventually("the question") { scene.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(scene.navigator.alerts.alerts[0].responses.map(\.style), [.plain, .destructive])
    await bench.waitUntilIdle()
    XCTAssertTrue(scene.presenter.isOpen, "the question was answered with no")
    scene.navigator.alerts.script = ["leave"]
    scene.presenter.didRequestLeave()
    await eventually("the end") { !scene.presenter.isOpen }
    let hidden = try await bench.hidden()
    XCTAssertEqual(hidden, [club.id])
  }

  @MainActor
  func testItEndsWithTheList() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let scene = SharingFixture(bench, club)
    await scene.shows(["bob owner", "ann writer"])
    try await bench.endMembership(in: "club", of: "bob", ann)
    await eventually("the end") { !scene.presenter.isOpen }
  }

  @MainActor
  func testNamesComeLater() async throws {
    let (scene, _, _) = try await Self.own()
    XCTAssertEqual(scene.state.rows.map(SharingText.name), ["ann (demo) (You)"])
    scene.bench.names.names = ["ann": "Ann Able"]
    XCTAssertEqual(scene.state.rows.map(SharingText.name), ["Ann Able (You)"])
  }
}
