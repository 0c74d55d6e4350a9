import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ShareRevocationPresenterTests: XCTestCase {
  @MainActor
  func testListThatIsGoneIsTold() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let app = await AppFixture.started(bench, remembered: .list(club.id))
    await app.shows(.list(club.id))
    try await bench.endMembership(in: "club", of: "bob", ann)
    await eventually("the message") {
      app.mainWindow.notices == ["“Club” is no longer shared with you"]
    }
    _ = await app.showsUnmadeList(insteadOf: club.id)
    XCTAssertEqual(app.mainWindow.alerts.titles, [])
  }

  @MainActor
  func testKeptCopiesAreOffered() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    try await bench.add("milk", to: club.id)
    let app = await AppFixture.started(bench)
    app.mainWindow.alerts.script = ["trash"]
    try await bench.endMembership(in: "club", of: "bob", ann)
    await eventually("the trash") { app.mainWindow.dialog(RecoveryPresenter.self) != nil }
    XCTAssertEqual(app.mainWindow.alerts.titles, ["“Club” Is No Longer Shared With You"])
    XCTAssertEqual(
      app.mainWindow.alerts.alerts[0].body,
      "1 to-do had changes that were not sent. A copy of it is in the trash.")
    XCTAssertEqual(app.mainWindow.notices, [])
  }

  @MainActor
  func testWhatTheUserEndedIsNotTold() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    try await bench.join("trip", named: "Trip", of: "eve", as: .reader, ann)
    try await bench.join("book", named: "Book", of: "eve", as: .reader, ann)
    let app = await AppFixture.started(bench)
    try await bench.store.leaveList(club.id)
    try await bench.endMembership(in: "club", of: "bob", ann)
    try await bench.endMembership(in: "trip", of: "eve", ann)
    await eventually("the message") { app.mainWindow.notices.count == 1 }
    try await bench.store.disconnect(ann.id, isKeeping: false)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.notices, ["“Trip” is no longer shared with you"])
    XCTAssertEqual(app.mainWindow.alerts.titles, [])
  }
}
