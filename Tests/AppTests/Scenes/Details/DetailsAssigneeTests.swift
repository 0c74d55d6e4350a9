import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class DetailsAssigneeTests: XCTestCase {
  /// A bench with a list of this computer and one of an account.
  private func bench() async throws -> (SceneBench, local: TodoList, shared: TodoList) {
    let bench = try SceneBench()
    let local = try await bench.store.addList(named: "Here", to: .thisComputer)
    let account = try Account.sample()
    try await bench.store.connect(account, isAdopting: false)
    let shared = try await bench.store.addList(named: "There", to: .account(account.id))
    return (bench, local, shared)
  }

  private static func draft(_ list: TodoList?, assignee: String? = nil, isMine: Bool = false)
    -> TodoDraft
  {
    TodoDraft(
      id: TodoID(rawValue: "new"), listID: list?.id, content: "milk", assignee: assignee,
      isAssignedToMe: isMine)
  }

  func testOnlyListsOfAnAccountHaveAnAssignee() async throws {
    let (bench, local, shared) = try await bench()
    let edit = DetailsFixture(bench, .create(Self.draft(local)))
    await eventually("the lists") { !edit.state.lists.isEmpty }
    XCTAssertFalse(edit.state.canAssign)
    edit.presenter.didRequestAssignee()
    XCTAssertEqual(edit.navigator.calls, [])
    let place = try XCTUnwrap(edit.state.lists.firstIndex { $0.id == shared.id })
    edit.presenter.didChooseList(place)
    XCTAssertTrue(edit.state.canAssign)
    XCTAssertNil(edit.state.assignee)
  }

  func testNewTodoIsSavedWithWhomItIsGivenTo() async throws {
    let (bench, _, shared) = try await bench()
    let edit = DetailsFixture(bench, .create(Self.draft(shared)))
    await eventually("the lists") { !edit.state.lists.isEmpty }
    edit.navigator.choice = .sample("bob")
    edit.presenter.didRequestAssignee()
    XCTAssertEqual(edit.state.assignee?.user, "bob")
    XCTAssertEqual(edit.state.assignee?.name, "bob", "not known yet")
    await bench.directory.take(
      .init(value: [.sample("bob")], readAt: .init(milliseconds: 1)), of: bench.accountID)
    XCTAssertEqual(edit.state.assignee?.name, "Bob")
    edit.presenter.didClose()
    await eventually("the end") { !edit.presenter.isOpen }
    let saved = try await bench.store.todo(TodoID(rawValue: "new"))
    XCTAssertEqual(saved?.assignee, "bob")
  }

  func testEditingKeepsChangesAndClears() async throws {
    let (bench, _, shared) = try await bench()
    _ = try await bench.store.add(Self.draft(shared, assignee: "bob"))
    for (choice, expected) in [(nil, "bob"), ("zoe", "zoe"), ("", nil)] as [(String?, String?)] {
      let found = try await bench.store.todo(TodoID(rawValue: "new"))
      let edit = DetailsFixture(bench, .edit(try XCTUnwrap(found)))
      XCTAssertTrue(edit.state.canAssign)
      if let choice, !choice.isEmpty {
        edit.navigator.choice = .sample(choice)
        edit.presenter.didRequestAssignee()
        XCTAssertEqual(
          edit.navigator.calls, [.choosePerson(bench.accountID, excluding: ["bob"])])
      } else if choice != nil {
        edit.presenter.didClearAssignee()
        XCTAssertNil(edit.state.assignee)
      }
      await bench.waitUntilIdle()
      edit.presenter.didClose()
      await eventually("the end") { !edit.presenter.isOpen }
      let saved = try await bench.store.todo(TodoID(rawValue: "new"))
      XCTAssertEqual(saved?.assignee, expected)
    }
  }

  func testWhatIsForTheUserShowsThemAndGoesToTheirAccount() async throws {
    let (bench, _, shared) = try await bench()
    let edit = DetailsFixture(bench, .create(Self.draft(nil, isMine: true)))
    await eventually("the lists") { !edit.state.lists.isEmpty }
    XCTAssertEqual(edit.state.assignee?.user, "ann")
    XCTAssertEqual(edit.state.lists[edit.state.chosenList].id, shared.id)
    edit.presenter.didClearAssignee()
    edit.presenter.didClose()
    await eventually("the end") { !edit.presenter.isOpen }
    let saved = try await bench.store.todo(TodoID(rawValue: "new"))
    XCTAssertEqual(saved?.listID, shared.id)
    XCTAssertNil(saved?.assignee)
  }
}
