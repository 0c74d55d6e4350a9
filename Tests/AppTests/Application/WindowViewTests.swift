import Basics
import CAdwaita
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The whole window with its scenes.
final class WindowViewTests: XCTestCase {
  @MainActor
  private final class Fixture {
    let bench: SceneBench
    let window: WindowView
    let coordinator: AppCoordinator

    init(_ loop: ApplicationLoop, width: Int = 960) throws {
      let bench = try SceneBench(onDisk: true)
      self.bench = bench
      _ = try inLoop { try await bench.store.addList(named: "Home") }
      _ = try inLoop { try await bench.add("milk", date: SceneBench.monday) }
      let nowhere = DataDirectory(override: "/nowhere", executable: "/usr/bin/optimist")
      let settings = Settings(schema: "optimist.nothing", directory: nowhere)
      settings.windowWidth = width
      window = WindowView(application: loop, settings: settings)
      coordinator = AppCoordinator(
        services: bench.services, mainWindow: window, remembered: nil, onOpen: { _ in })
      coordinator.start()
      window.present()
      // A narrow window shows its lists first.
      if width > 700 { shows("milk") }
    }

    func shows(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
      XCTAssertTrue(pump(until: { self.has(text) }), text, file: file, line: line)
    }

    func has(_ text: String) -> Bool {
      WidgetTree.all(window.window).contains {
        WidgetTree.text($0) == text && WidgetTree.isShown($0)
      }
    }
  }

  func testClosedWindowIsFreedWithItsScenes() throws {
    try onMainActor {
      weak var window: WindowView?
      weak var coordinator: AppCoordinator?
      weak var bench: SceneBench?
      var widget: WeakReference?
      try withApplication { loop in
        var fixture: Fixture? = try Fixture(loop)
        (window, coordinator, bench) = (fixture?.window, fixture?.coordinator, fixture?.bench)
        widget = fixture.map { WeakReference($0.window.window) }
        for page in [Page.today, .important, .today] {
          fixture?.coordinator.mainList
            .open(page, isReveal: true)
          if let window { paint(window.window) }
        }
        fixture?.coordinator.open(AccountsRoute())
        if let window { pump(until: { !windows(over: window.window).isEmpty }) }
        fixture?.window.destroy()
        fixture = nil
        pump(
          until: {
            window == nil && coordinator == nil && bench == nil && widget?.pointer == nil
          })
      }
      XCTAssertNil(window)
      XCTAssertNil(coordinator)
      XCTAssertNil(bench)
      XCTAssertNil(widget?.pointer)
    }
  }

  func testReplacedPageIsFreed() throws {
    try onMainActor {
      try withApplication { loop in
        let fixture = try Fixture(loop)
        let list = try XCTUnwrap(
          WidgetTree.all("GtkListView", in: fixture.window.window).first)
        let page = WeakReference(list)
        fixture.coordinator.mainList
          .open(.today, isReveal: false)
        fixture.shows(DateText.long(SceneBench.monday))
        XCTAssertTrue(pump(until: { page.pointer == nil }))
        fixture.shows("milk")
        fixture.window.destroy()
      }
    }
  }

  func testBannerMovesFromPageToPage() throws {
    try onMainActor {
      try withApplication { loop in
        let fixture = try Fixture(loop)
        let bench = fixture.bench
        let account = try inLoop { try await bench.connect() }
        let retry = SyncRetry(attempts: 1, notBefore: bench.time.now(), problem: .unreachable)
        try inLoop { try await bench.store.setAccountRetry(retry, of: account.id) }
        fixture.shows("Offline: 2 changes waiting")
        fixture.coordinator.mainList
          .open(.today, isReveal: false)
        fixture.shows(DateText.long(SceneBench.monday))
        fixture.shows("Offline: 2 changes waiting")
        try inLoop { try await bench.store.setAccountRetry(nil, of: account.id) }
        fixture.window.destroy()
      }
    }
  }

  func testDialogsStandOverTheWindowAndAlertsOverThem() throws {
    try onMainActor {
      try withApplication { loop in
        let fixture = try Fixture(loop)
        fixture.coordinator.didChooseNewList()
        pump(until: { !windows(over: fixture.window.window).isEmpty })
        let dialog = try XCTUnwrap(windows(over: fixture.window.window).first)
        var answer: String?
        Task { @MainActor in
          answer = await fixture.window.present(ErrorText.alert(.busy, title: "Title"))
        }
        pump(until: { shownAlert() != nil })
        let alert = try XCTUnwrap(shownAlert())
        let isInDialog = gtk_widget_get_root(alert).map { opaque($0) } == opaque(dialog)
        XCTAssertTrue(isInDialog || windows(over: dialog).contains(alert))
        gtk_widget_activate_action_variant(alert, "window.close", nil)
        pump(until: { answer != nil })
        XCTAssertEqual(answer, "close")
        fixture.window.destroy()
      }
    }
  }

  func testAnAlertThatComesAfterTheWindowHasGoneIsNotShown() throws {
    try onMainActor {
      try withApplication { loop in
        let fixture = try Fixture(loop)
        fixture.window.destroy()
        var answer: String?
        Task { @MainActor in
          let alert = ErrorText.alert(.busy, title: "Title")
          answer = await fixture.window.presentWhenQuiet(alert).response
        }
        pump(until: { answer != nil })
        XCTAssertEqual(answer, "close")
      }
    }
  }

  /// What covers the page has the keys, although the focus was to stay on the row.
  func testDetailsOfATodoThatIsAskedForHaveTheFocusInANarrowWindow() throws {
    try withDetailsInANarrowWindow { _ in }
  }

  func testANewTodoIsTypedInSightInANarrowWindow() throws {
    try withDetailsInANarrowWindow { fixture in
      fixture.coordinator.didChooseNewTodo()
      XCTAssertTrue(
        pump(until: {
          Self.focused(in: fixture.window.window) == "GtkText" && !fixture.has("Details")
        }))
    }
  }

  /// Opens details that cover the page, and waits until they have the focus.
  private func withDetailsInANarrowWindow(_ test: @escaping @MainActor (Fixture) throws -> Void)
    throws
  {
    try onMainActor {
      try withApplication { loop in
        let fixture = try Fixture(loop, width: 400)
        defer { fixture.window.destroy() }
        let milk = try XCTUnwrap(inLoop { try await fixture.bench.store.allTodos() }.first)
        fixture.coordinator.perform(.show(milk.id))
        XCTAssertTrue(
          pump(until: { Self.focused(in: fixture.window.window) == "GtkTextView" }))
        try test(fixture)
      }
    }
  }

  func testDetailsThatCoverThePageOfAWindowThatBecomesNarrowHaveTheFocus() throws {
    try onMainActor {
      try withApplication { loop in
        let fixture = try Fixture(loop)
        let (bench, window) = (fixture.bench, fixture.window.window)
        let milk = try XCTUnwrap(inLoop { try await bench.store.allTodos() }.first)
        fixture.coordinator.perform(.show(milk.id))
        fixture.shows("Details")
        XCTAssertNotEqual(Self.focused(in: window), "GtkTextView", "the focus is on its row")
        gtk_window_set_default_size(cast(window), 400, 600)
        XCTAssertTrue(pump(until: { Self.focused(in: window) == "GtkTextView" }))
        // Nothing gives it back to the row that is covered now.
        for _ in 0..<3 { paint(window) }
        XCTAssertEqual(Self.focused(in: window), "GtkTextView")
        fixture.window.destroy()
      }
    }
  }

  @MainActor
  private static func focused(in window: Widget) -> String? {
    let focus: Widget? = gtk_window_get_focus(cast(window))
    return focus.map(WidgetTree.type)
  }

  func testClosingHidesTheWindowAndTellsOnce() throws {
    try onMainActor {
      try withApplication { loop in
        let fixture = try Fixture(loop)
        var count = 0
        fixture.window.onClose = { count += 1 }
        gtk_window_close(cast(fixture.window.window))
        pump(until: { count > 0 })
        XCTAssertEqual(count, 1)
        XCTAssertEqual(gtk_widget_get_visible(fixture.window.window), 0)
        fixture.window.destroy()
      }
    }
  }
}
