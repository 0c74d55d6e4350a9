import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class UnsentChangesPresenterTests: XCTestCase {
  @MainActor
  private final class Fixture {
    let sync = RecordingSync()
    let navigator = RecordingNavigator()
    let settings = Settings.inMemory
    private(set) var notices: [String?] = []
    private(set) var presenter: UnsentChangesPresenter!

    init(_ script: [String]) {
      presenter = UnsentChangesPresenter(
        sync: sync, settings: settings, navigator: navigator,
        onNotice: { [weak self] in self?.notices.append($0) })
      navigator.alerts.script = script
    }

    var alerts: [Alert] { navigator.alerts.alerts }
  }

  private static let question =
    "Changes from last time have not been saved to the server. Save them now?"

  @MainActor
  func testTheQuestion() async throws {
    let it = Fixture(["later"])
    await it.presenter.ask(count: 3)
    let alert = try XCTUnwrap(it.alerts.first)
    XCTAssertEqual(it.alerts.count, 1)
    XCTAssertEqual(alert.title, "Changes From Last Time")
    XCTAssertEqual(alert.body, Self.question + "\n\n3 changes are waiting.")
    XCTAssertEqual(alert.responses.map(\.id), ["discard", "later", "save"])
    XCTAssertEqual(alert.responses.map(\.style), [.destructive, .plain, .suggested])
    XCTAssertEqual([alert.defaultResponse, alert.closeResponse], ["save", "later"])
    XCTAssertEqual(alert.check?.isOn, false)
    XCTAssertEqual(it.sync.calls, [])
    XCTAssertEqual(it.notices, [])
  }

  @MainActor
  func testSave() async {
    let it = Fixture(["save"])
    await it.presenter.ask(count: 1)
    XCTAssertEqual(it.sync.calls, [.saveUnsentChanges])
    XCTAssertEqual(it.alerts.count, 1)
    XCTAssertEqual(it.notices, ["Saving 1 change from last time…", nil])
  }

  @MainActor
  func testErrorComesBackAsOftenAsTheUserTries() async {
    let it = Fixture(["save", "save", "save"])
    it.sync.saveFailures = [
      UnsentChangesFailure(reason: .problem(.unreachable, title: nil), remaining: 3),
      UnsentChangesFailure(
        reason: .problem(.refused(status: 403, code: "NO"), title: "milk"), remaining: 1),
    ]
    await it.presenter.ask(count: 3)
    XCTAssertEqual(it.sync.calls, [.saveUnsentChanges, .saveUnsentChanges, .saveUnsentChanges])
    XCTAssertEqual(it.navigator.alerts.titles, ["Changes From Last Time", "Error", "Error"])
    XCTAssertEqual(
      it.alerts[1].body,
      ErrorText.reason(SyncProblem.unreachable) + "\n\n" + Self.question
        + "\n\n3 changes are waiting.")
    XCTAssertEqual(
      it.alerts[2].body,
      "“milk”: " + ErrorText.reason(SyncProblem.refused(status: 403, code: "NO")) + "\n\n"
        + Self.question
        + "\n\n1 change is waiting.")
    XCTAssertEqual(it.alerts[2].responses, it.alerts[0].responses)
  }

  @MainActor
  func testErrorThenLater() async {
    let it = Fixture(["save", "later"])
    it.sync.saveFailures = [UnsentChangesFailure(reason: .store(.diskFull), remaining: 2)]
    await it.presenter.ask(count: 2)
    XCTAssertEqual(it.sync.calls, [.saveUnsentChanges])
    XCTAssertTrue(it.alerts[1].body.hasPrefix(ErrorText.reason(.diskFull)))
  }

  @MainActor
  func testDiscardAsksAgain() async {
    let it = Fixture(["discard", "cancel", "discard", "discard"])
    await it.presenter.ask(count: 2)
    XCTAssertEqual(
      it.navigator.alerts.titles,
      [
        "Changes From Last Time", "Discard 2 Changes From Last Time?", "Changes From Last Time",
        "Discard 2 Changes From Last Time?",
      ])
    XCTAssertEqual(
      it.alerts[1].body,
      "What the server has takes their place. You can restore them from the trash.")
    XCTAssertEqual(it.alerts[1].closeResponse, "cancel")
    XCTAssertEqual(it.sync.calls, [.discardUnsentChanges])
  }

  @MainActor
  func testDiscardThatFailsIsTold() async {
    let it = Fixture(["discard", "discard", "close", "later"])
    it.sync.discardError = .diskFull
    await it.presenter.ask(count: 2)
    XCTAssertEqual(
      it.navigator.alerts.titles,
      [
        "Changes From Last Time", "Discard 2 Changes From Last Time?",
        "The Changes Were Not Discarded", "Changes From Last Time",
      ])
  }

  @MainActor
  func testTheCheckButtonIsKept() async {
    for (script, isKept) in [
      (["save"], true), (["later"], true), (["discard", "discard"], false),
    ] {
      let it = Fixture(script)
      it.navigator.check = true
      await it.presenter.ask(count: 2)
      XCTAssertEqual(it.settings.savesUnsentChanges, isKept, "\(script)")
    }
  }
}
