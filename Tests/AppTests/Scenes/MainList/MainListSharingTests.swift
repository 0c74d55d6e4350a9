import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Lists that are shared or not shown, and what is given to the user.
final class MainListSharingTests: XCTestCase {
  @MainActor
  func testHiddenListsAreNeitherShownNorCountedNorOpened() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    try await bench.store.setListShown(home.id, false)
    let list = MainListFixture(bench, remembered: .list(home.id))
    await list.shows(["Important", "Today", "Work"])
    XCTAssertEqual(list.state.footer, "You have 1 custom list.")
    XCTAssertEqual(list.navigator.calls, [.open(.list(work.id), isReveal: false)])
    try await bench.store.setListShown(work.id, false)
    await list.shows(["Important", "Today"])
    XCTAssertEqual(list.state.selection, .important)
    await bench.waitUntilIdle()
    try await bench.store.setListShown(home.id, true)
    await list.shows(["Important", "Today", "Home"])
    XCTAssertEqual(list.state.selection, .important)
  }

  @MainActor
  func testAssignedToMeComesAndGoesWithAccounts() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    let ann = try await bench.connect()
    await list.shows(["Important", "Assigned to Me", "Today", "To-Do"])
    let todo = try await bench.add("milk")
    try await bench.store.assign(todo.id, to: "ann")
    await eventually("the count") { list.counts.dropFirst().first == 1 }
    list.presenter.didSelect(.assignedToMe)
    XCTAssertEqual(list.navigator.calls.last, .open(.assignedToMe, isReveal: true))
    try await bench.store.disconnect(ann.id, isKeeping: false)
    await list.shows(["Important", "Today", "To-Do"])
    XCTAssertEqual(list.state.selection, list.state.rows.last?.page)
  }

  @MainActor
  func testListsOfOthersStandWithTheirAccount() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    try await bench.store.addList(named: "Home")
    bench.names.names = ["bob": "Bob Bell"]
    bench.time.advance(by: .seconds(1))
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    bench.time.advance(by: .seconds(1))
    try await bench.join("trip", named: "Trip", of: "eve", as: .writer, ann)
    let list = MainListFixture(bench)
    await list.shows(["Important", "Assigned to Me", "Today", "Home", "Club", "Trip"])
    XCTAssertEqual(list.state.rows.compactMap(\.heading), [], "one account needs no heading")
    XCTAssertEqual(
      list.state.rows.map(\.access),
      [
        nil, nil, nil, .own(isShared: false), .other(owner: "Bob Bell", role: .reader),
        .other(owner: "eve", role: .writer),
      ])
    bench.names.names = [:]
    XCTAssertEqual(list.state.rows[4].access?.note, "Shared by bob")
    let bob = try await bench.connect(user: "bob")
    try await bench.store.addList(named: "Bar", to: .account(bob.id))
    await list.shows(["Important", "Assigned to Me", "Today", "Home", "Club", "Trip", "Bar"])
    XCTAssertEqual(list.state.rows.compactMap(\.heading), ["ann (demo)", "bob (demo)"])
    list.presenter.didSelect(.list(ListID(rawValue: "club")))
    XCTAssertEqual(list.presenter.place, .account(ann.id), "nobody adds lists to a share")
  }

  @MainActor
  func testOwnListTellsThatItIsShared() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    let home = try await bench.store.addList(named: "Home")
    let list = MainListFixture(bench)
    await list.shows(["Important", "Assigned to Me", "Today", "Home"])
    XCTAssertNil(list.state.rows[3].access?.note)
    try await bench.store.setMember("bob", of: home.id, as: .reader)
    await eventually("the note") { list.state.rows[3].access?.note == "Shared with others" }
    try await bench.store.removeMember("bob", of: home.id)
    await eventually("no note") { list.state.rows[3].access?.note == nil }
  }

  @MainActor
  func testRoleIsFollowed() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let list = MainListFixture(bench)
    await list.shows(["Important", "Assigned to Me", "Today", "Club"])
    XCTAssertEqual(list.state.rows[3].access?.canWrite, true)
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    await eventually("the role") { list.state.rows[3].access?.canWrite == false }
  }

  @MainActor
  func testGesturesFollowWhoseTheListIs() async throws {
    let bench = try SceneBench()
    let (list, local, own, club) = try await MainListFixture.withEveryOwner(bench)
    let menus = ["Cellar", "Home", "Club"].map { name in
      list.state.rows.first { $0.name == name }?.access?.menu { .init($0.rawValue, "") }
        .flatMap { $0 }.map(\.label)
    }
    XCTAssertEqual(
      menus, [["edit", "delete"], ["edit", "share", "delete"], ["members", "leave"]])
    let calls = list.navigator.calls.count
    list.presenter.didRequestEdit(club.id)
    list.presenter.didRequestDelete(club.id)
    list.presenter.didRequestSharing(local.id)
    list.presenter.didRequestLeave(own.id)
    await bench.waitUntilIdle()
    XCTAssertEqual(list.navigator.calls.count, calls)
    XCTAssertEqual(list.navigator.alerts.titles, [])
    list.presenter.didRequestSharing(own.id)
    list.presenter.didRequestSharing(club.id)
    XCTAssertEqual(list.navigator.calls.suffix(2), [.members(own.id), .members(club.id)])
  }

  @MainActor
  func testLeavingIsAskedAboutAndTakesTheListAway() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    let list = MainListFixture(bench)
    await list.shows(["Important", "Assigned to Me", "Today", "Club"])
    list.presenter.didRequestLeave(club.id)
    await eventually("the question") { list.navigator.alerts.titles == ["Leave “Club”?"] }
    await bench.waitUntilIdle()
    XCTAssertEqual(list.names.last, "Club", "the answer was no")
    list.navigator.alerts.script = ["leave"]
    list.presenter.didRequestLeave(club.id)
    await list.shows(["Important", "Assigned to Me", "Today"])
    XCTAssertEqual(list.state.selection, .important)
  }
}
