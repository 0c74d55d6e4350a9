import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Lists of several accounts stand under headings.
final class MainListPlacesTests: XCTestCase {
  @MainActor
  private static func headings(_ list: MainListFixture) -> [String] {
    list.state.rows.filter { $0.isList }.map { row in
      row.heading.map { "\($0): \(row.name)" } ?? row.name
    }
  }

  @MainActor
  func testOnePlaceNeedsNoHeading() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    for name in ["Home", "Work"] { try await bench.store.addList(named: name) }
    let list = try await MainListFixture.loaded(bench)
    XCTAssertEqual(Self.headings(list), ["Home", "Work"])
  }

  @MainActor
  func testListsOfTheSameAccountStandTogether() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Cellar")
    let ann = try Account.sample()
    try await bench.store.connect(ann, isAdopting: false)
    bench.time.advance(by: .seconds(1))
    let bob = try Account.sample(user: "bob")
    try await bench.store.connect(bob, isAdopting: false)
    try await bench.store.addList(named: "Club", to: .account(bob.id))
    try await bench.store.addList(named: "Home", to: .account(ann.id))
    try await bench.store.addList(named: "Bar", to: .account(bob.id))
    let list = MainListFixture(bench)
    await list.shows(["Important", "Assigned to Me", "Today", "Home", "Club", "Bar", "Cellar"])
    XCTAssertEqual(
      Self.headings(list),
      ["ann (demo): Home", "bob (demo): Club", "Bar", "On This Computer: Cellar"])
    XCTAssertEqual(
      list.state.rows.map(\.place),
      [nil, nil, nil, "ann (demo)", "bob (demo)", "bob (demo)", "On This Computer"])
    XCTAssertEqual(list.state.footer, "You have 4 custom lists.")
  }

  @MainActor
  func testHeadingsFollowTheLists() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    try await bench.store.connect(try .sample(), isAdopting: false)
    let list = try await MainListFixture.loaded(bench)
    XCTAssertEqual(Self.headings(list), ["Home"])
    let work = try await bench.store.addList(named: "Work")
    await eventually("the headings") {
      Self.headings(list) == ["ann (demo): Work", "On This Computer: Home"]
    }
    try await bench.store.deleteList(work.id)
    await eventually("none") { Self.headings(list) == ["Home"] }
    try await bench.store.deleteList(home.id)
    await eventually("nothing") { Self.headings(list) == ["To-Do"] }
  }

  @MainActor
  func testNewListIsKeptBesideTheOpenOne() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let account = try Account.sample()
    try await bench.store.connect(account, isAdopting: false)
    let work = try await bench.store.addList(named: "Work")
    let list = MainListFixture(bench)
    await list.shows(["Important", "Assigned to Me", "Today", "Work", "Home"])
    list.presenter.didSelect(.list(home.id))
    XCTAssertEqual(list.presenter.place, .thisComputer)
    list.presenter.didSelect(.list(work.id))
    XCTAssertEqual(list.presenter.place, .account(account.id))
    list.presenter.didSelect(.today)
    XCTAssertEqual(list.presenter.place, .firstAccount)
  }
}
