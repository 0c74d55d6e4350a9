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

/// The button in the header bar of a page, and the popover that it opens.
final class SyncStatusViewTests: XCTestCase {
  @MainActor
  private final class Fixture {
    let bench: SceneBench
    let account: Account
    let navigator = RecordingNavigator()
    let presenter: SyncStatusPresenter
    let view: SyncStatusView
    let page: TodoListView
    let window: Widget

    init(isConnected: Bool = true) throws {
      try TestDisplay.require()
      let bench = try SceneBench(onDisk: true)
      self.bench = bench
      let list = try inLoop { try await bench.store.addList(named: "Home") }
      if isConnected {
        account = try inLoop { try await bench.connect() }
      } else {
        account = try .sample()
      }
      presenter = SyncStatusPresenter(store: bench.store, sync: bench.sync, pace: .zero)
      presenter.take(navigator)
      view = SyncStatusView(presenter: presenter)
      page = Self.page(list, bench)
      view.move(to: page.showStatus)
      window = gtk_window_new()
      gtk_window_set_child(cast(window), page.widget)
      gtk_window_present(cast(window))
      pump(until: { gtk_widget_get_mapped(page.widget) != 0 })
      paint(page.widget)
    }

    static func page(_ list: TodoList, _ bench: SceneBench) -> TodoListView {
      let presenter = TodoListPresenter(
        page: .list(list.id), store: bench.store, commands: bench.commands, clock: bench.days,
        names: bench.names, onDamage: { _ in })
      return TodoListView(presenter: presenter, onBack: {}, onContent: {})
    }

    func close() { gtk_window_destroy(cast(window)) }

    var button: Widget? {
      WidgetTree.all(page.widget).first { gtk_widget_has_css_class($0, "sync-status") != 0 }
    }
    var popover: Widget? { WidgetTree.all("GtkPopover", in: page.widget).first { self.holds($0) } }

    private func holds(_ popover: Widget) -> Bool {
      WidgetTree.all(popover).contains { gtk_widget_has_css_class($0, "sync-details") != 0 }
    }

    func open() throws -> Widget {
      emit("clicked", on: try XCTUnwrap(button))
      XCTAssertTrue(
        pump(until: { self.popover.map { gtk_widget_get_mapped($0) != 0 } ?? false }))
      return try XCTUnwrap(popover)
    }

    func shows(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
      XCTAssertTrue(pump(until: { self.has(text) }), text, file: file, line: line)
    }

    func has(_ text: String) -> Bool {
      guard let popover else { return false }
      return WidgetTree.all(popover).contains {
        WidgetTree.text($0) == text && WidgetTree.isShown($0)
      }
    }

    func press(_ label: String) throws {
      let popover = try XCTUnwrap(popover)
      let button = WidgetTree.all("GtkButton", in: popover).first { button in
        WidgetTree.isShown(button)
          && WidgetTree.all(button).contains { WidgetTree.text($0) == label }
      }
      emit("clicked", on: try XCTUnwrap(button, label))
    }

    func refuse(_ todo: Todo) throws {
      let (bench, account) = (bench, account)
      try inLoop {
        let retry = SyncRetry(
          attempts: 1, notBefore: bench.time.now(), problem: SyncStatusFixture.refusal)
        try await bench.store.setRecordRetry(retry, for: todo.key, of: account.id)
      }
    }

    func add(_ title: String) throws -> Todo {
      let bench = bench
      return try inLoop { try await bench.add(title) }
    }
  }

  func testWithoutAnAccountItLeadsToTheAccounts() throws {
    try onMainActor {
      let it = try Fixture(isConnected: false)
      defer { it.close() }
      _ = try it.open()
      it.shows("Your lists are on this computer only.")
      try it.press("Accounts…")
      pump(until: { it.popover == nil })
      XCTAssertNil(it.popover)
      XCTAssertEqual(it.navigator.calls, [.dialog(AccountsRoute.self)])
    }
  }

  func testChangesAreListedWithWhatCanBeDone() throws {
    try onMainActor {
      let it = try Fixture()
      defer { it.close() }
      let milk = try it.add("milk")
      try it.refuse(milk)
      pump(until: { it.navigator.alerts.alerts.count == 1 })
      let popover = try it.open()
      it.shows("3 changes waiting".replacingOccurrences(of: "3", with: "2"))
      it.shows("milk")
      it.shows(ErrorText.reason(SyncStatusFixture.refusal))
      it.shows("Waiting to be sent")
      XCTAssertEqual(WidgetTree.namelessButtons(in: popover), [])
      let row = try XCTUnwrap(Self.row("milk", in: popover))
      _ = try it.add("bread")
      it.shows("bread")
      XCTAssertEqual(Self.row("milk", in: popover), row, "rows that stay are kept")
      try it.press("Try Again")
      try it.press("Sync Now")
      try it.press("Resync Everything")
      XCTAssertEqual(
        it.bench.sync.calls, [.retry(milk.key, it.account.id), .syncNow, .resyncEverything])
      it.navigator.alerts.script = ["discard"]
      try it.press("Discard")
      pump(until: { it.popover == nil && it.bench.sync.calls.count == 4 })
      XCTAssertNil(it.popover, "the question stands alone")
      XCTAssertEqual(it.bench.sync.calls.last, .discard(milk.key, it.account.id))
      // The fixture's server does not answer: what waits stays.
      XCTAssertEqual(it.navigator.alerts.titles.last, "Discard the Change to “milk”?")
    }
  }

  func testFocusStaysInThePopoverWhenItsRowGoes() throws {
    try onMainActor {
      let it = try Fixture()
      defer { it.close() }
      let milk = try it.add("milk")
      try it.refuse(milk)
      let popover = try it.open()
      it.shows("milk")
      let row = try XCTUnwrap(Self.row("milk", in: popover))
      let discard = try XCTUnwrap(WidgetTree.all("GtkButton", in: row).first)
      gtk_widget_grab_focus(discard)
      let (bench, account) = (it.bench, it.account)
      try inLoop { try await bench.store.discard(milk.key, of: account.id, restoring: nil) }
      XCTAssertTrue(pump(until: { !it.has("milk") }))
      let focus: Widget? = gtk_root_get_focus(gtk_widget_get_root(popover))
      XCTAssertNotEqual(focus.map { gtk_widget_is_ancestor($0, popover) } ?? 0, 0)
    }
  }

  func testClosedPopoverIsFreedAndGivesTheFocusBack() throws {
    try onMainActor {
      let it = try Fixture()
      defer { it.close() }
      let popover = WeakReference(try it.open())
      it.shows("Sync Now")
      gtk_popover_popdown(cast(popover.pointer))
      XCTAssertTrue(pump(until: { popover.pointer == nil }), "the popover")
      let focus: Widget? = gtk_window_get_focus(cast(it.window))
      XCTAssertEqual(focus, it.button)
      _ = try it.open()
      it.shows("Sync Now")
    }
  }

  func testItMovesToAnotherPageEvenWhileOpen() throws {
    try onMainActor {
      let it = try Fixture()
      _ = try it.open()
      let popover = try XCTUnwrap(it.popover.map { WeakReference($0) })
      let bench = it.bench
      let list = try inLoop { try await bench.store.addList(named: "Work") }
      let page = Fixture.page(list, bench)
      it.view.move(to: page.showStatus)
      gtk_window_set_child(cast(it.window), page.widget)
      XCTAssertTrue(pump(until: { popover.pointer == nil }))
      let button = WidgetTree.all(page.widget).first {
        gtk_widget_has_css_class($0, "sync-status") != 0
      }
      XCTAssertTrue(button.map(WidgetTree.isShown) ?? false)
      emit("clicked", on: try XCTUnwrap(button))
      XCTAssertTrue(
        pump(until: {
          WidgetTree.all(page.widget).contains {
            gtk_widget_has_css_class($0, "sync-details") != 0 && gtk_widget_get_mapped($0) != 0
          }
        }))
      it.close()
    }
  }

  func testAllIsFreedWithTheWindow() throws {
    try onMainActor {
      var it: Fixture? = try Fixture()
      _ = try it?.open()
      it?.shows("Sync Now")
      weak let view = it?.view
      weak let presenter = it?.presenter
      let popover = try XCTUnwrap(it?.popover.map { WeakReference($0) })
      it?.close()
      it = nil
      pump(until: { view == nil && presenter == nil && popover.pointer == nil })
      XCTAssertNil(view)
      XCTAssertNil(presenter)
      XCTAssertNil(popover.pointer)
    }
  }

  @MainActor
  private static func row(_ title: String, in popover: Widget) -> Widget? {
    let label = WidgetTree.all(popover).first { WidgetTree.text($0) == title }
    return label.flatMap { gtk_widget_get_parent($0) }.flatMap { gtk_widget_get_parent($0) }
  }
}
