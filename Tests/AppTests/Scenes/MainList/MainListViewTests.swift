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

final class MainListViewTests: XCTestCase {
  /// A main list with two lists in a window.
  @MainActor
  private static func withView(
    _ body: @MainActor (MainListView, SceneBench, RecordingNavigator) throws -> Void
  ) throws {
    try TestDisplay.require()
    let bench = try SceneBench()
    _ = try inLoop { try await bench.store.addList(named: "Home") }
    _ = try inLoop { try await bench.store.addList(named: "Work") }
    let navigator = RecordingNavigator()
    let view = Self.makeView(bench, navigator)
    try inWindow(view.widget) { _ in
      pump(until: { WidgetTree.all("GtkListBoxRow", in: view.widget).count == 4 })
      try body(view, bench, navigator)
    }
  }

  @MainActor
  private static func makeView(_ bench: SceneBench, _ navigator: RecordingNavigator) -> MainListView
  {
    let services = bench.services
    let presenter = MainListPresenter(
      store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, remembered: nil,
      onDamage: services.onDamage)
    presenter.take(navigator)
    presenter.onExit = { [weak navigator] in navigator?.note($0) }
    return MainListView(presenter: presenter, menu: [[MenuItem("_Quit", "win.close")]])
  }

  @MainActor
  private static func texts(_ view: MainListView) -> [[String]] {
    WidgetTree.all("GtkListBoxRow", in: view.widget).map { row in
      WidgetTree.all(row).compactMap(WidgetTree.text)
    }
  }

  func testClosedSceneIsFreed() throws {
    try onMainActor {
      var watch: ReleaseWatch?
      try Self.withView { view, bench, _ in
        let presenter = try XCTUnwrap(view.presenter)
        watch = ReleaseWatch(view: view, presenter: presenter, widget: view.widget)
        watch?.assertAlive()
      }
      watch?.assertReleased()
    }
  }

  func testPlacesAreShownWithTheirCounts() throws {
    try onMainActor {
      try Self.withView { view, bench, _ in
        XCTAssertEqual(
          Self.texts(view), [["Important", ""], ["Today", ""], ["Home", ""], ["Work", ""]])
        _ = try inLoop { try await bench.add("milk", isStarred: true) }
        pump(until: { Self.texts(view)[2] == ["Home", "1"] })
        XCTAssertEqual(
          Self.texts(view), [["Important", "1"], ["Today", ""], ["Home", "1"], ["Work", ""]])
      }
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try onMainActor {
      try Self.withView { view, _, navigator in
        var state = MainListState()
        state.rows = [
          .init(page: .important, name: "Important", openCount: 3),
          .init(page: .list(ListID(rawValue: "a")), name: "A", openCount: 0),
        ]
        state.selection = .important
        state.footer = "footer"
        view.presenter.screen.render(state)
        let (before, calls) = (WidgetTree.dump(view.widget), navigator.calls)
        view.render(state)
        XCTAssertEqual(WidgetTree.dump(view.widget), before)
        XCTAssertEqual(navigator.calls, calls, "rendering is no gesture")
      }
    }
  }

  func testChangedRowsKeepTheOthers() throws {
    try onMainActor {
      try Self.withView { view, bench, _ in
        let rows = WidgetTree.all("GtkListBoxRow", in: view.widget)
        _ = try inLoop { try await bench.store.addList(named: "Club") }
        pump(until: { WidgetTree.all("GtkListBoxRow", in: view.widget).count == 5 })
        XCTAssertEqual(Array(WidgetTree.all("GtkListBoxRow", in: view.widget).prefix(4)), rows)
      }
    }
  }

  func testListThatIsDeletedWhileAnotherOneIsDraggedOverItIsLetGo() throws {
    try onMainActor {
      try Self.withView { view, bench, _ in
        let lists = try inLoop { try await bench.store.lists() }
        let home = WidgetTree.all("GtkListBoxRow", in: view.widget)[2]
        if let window = gtk_widget_get_root(home) { paint(cast(window)) }
        let listBox = try XCTUnwrap(gtk_widget_get_parent(home))
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(home, listBox, 1, 1, &x, &y)
        view.dragged = lists[1].id
        view.mark(at: y)
        XCTAssertEqual(view.marked?.list, lists[0].id)
        XCTAssertNotEqual(gtk_widget_has_css_class(home, "drop-before"), 0)
        try inLoop { try await bench.store.deleteList(lists[0].id) }
        pump(until: { WidgetTree.all("GtkListBoxRow", in: view.widget).count == 3 })
        XCTAssertTrue(pump(until: { view.marked?.row.pointer == nil }))
        XCTAssertEqual(collectWarnings { view.unmark() }, [])
        XCTAssertNil(view.marked)
      }
    }
  }

  func testALongInvitationAsksForNoMoreWidth() throws {
    try onMainActor {
      try Self.withView { view, _, _ in
        var state = MainListState()
        state.footer = "footer"
        view.presenter.screen.render(state)
        let width = Self.naturalWidth(view.widget)
        state.invitations = "Invitation from " + String(repeating: "Long Name ", count: 9)
        view.presenter.screen.render(state)
        XCTAssertLessThanOrEqual(Self.naturalWidth(view.widget), max(width, 240))
        XCTAssertEqual(gtk_widget_compute_expand(view.widget, GTK_ORIENTATION_HORIZONTAL), 0)
      }
    }
  }

  @MainActor
  private static func naturalWidth(_ widget: Widget) -> gint {
    var width: gint = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    return width
  }

  func testTheIconOfAButtonStandsBesideItsText() throws {
    try onMainActor {
      try Self.withView { view, _, _ in
        let button = try XCTUnwrap(
          WidgetTree.all("GtkButton", in: view.widget).first { button in
            WidgetTree.all(button).contains { WidgetTree.text($0) == "New List" }
          })
        if let window = gtk_widget_get_root(button) { paint(cast(window)) }
        let text = try XCTUnwrap(WidgetTree.all("GtkLabel", in: button).first)
        // In a wider label it would stand in the middle, away from the icon.
        XCTAssertGreaterThan(gtk_widget_get_width(button), 2 * Self.naturalWidth(text))
        XCTAssertLessThanOrEqual(gtk_widget_get_width(text), Self.naturalWidth(text))
      }
    }
  }

  func testSelectingARowIsAGesture() throws {
    try onMainActor {
      try Self.withView { view, _, navigator in
        let rows = WidgetTree.all("GtkListBoxRow", in: view.widget)
        let list = try XCTUnwrap(WidgetTree.all("GtkListBox", in: view.widget).first)
        gtk_list_box_select_row(opaque(list), cast(rows[1]))
        XCTAssertEqual(navigator.calls.last, .open(.today, isReveal: false))
        gtk_widget_activate(rows[0])
        XCTAssertEqual(navigator.calls.last, .open(.important, isReveal: true))
      }
    }
  }

  func testSharedListsAreMarkedAndFollow() throws {
    try onMainActor {
      try Self.withView { view, _, _ in
        var state = MainListState()
        state.rows = [
          .init(
            page: .list(ListID(rawValue: "a")), name: "A", openCount: 0,
            access: .other(owner: "Bob", role: .reader))
        ]
        view.presenter.screen.render(state)
        XCTAssertNotNil(WidgetTree.named("Shared by Bob", in: view.widget))
        XCTAssertNotNil(WidgetTree.named("Read only · Shared by Bob", in: view.widget))
        state.rows[0].access = .other(owner: "Eve", role: .writer)
        view.presenter.screen.render(state)
        XCTAssertNotNil(WidgetTree.named("Shared by Eve", in: view.widget))
        XCTAssertNil(WidgetTree.named("Read only · Shared by Eve", in: view.widget))
        state.rows[0].access = .own(isShared: false)
        view.presenter.screen.render(state)
        XCTAssertEqual(
          WidgetTree.all("GtkImage", in: WidgetTree.all("GtkListBoxRow", in: view.widget)[0])
            .filter(WidgetTree.isShown).count, 1)
        XCTAssertNotNil(WidgetTree.named("Contents", in: view.widget))
      }
    }
  }

  func testButtonsHaveNames() throws {
    try onMainActor {
      try Self.withView { view, _, _ in
        XCTAssertEqual(WidgetTree.namelessButtons(in: view.widget), [])
      }
    }
  }

  func testHeadingsStandAboveTheirRows() throws {
    try onMainActor {
      try Self.withView { view, _, _ in
        let ids = ["a", "b"].map { ListID(rawValue: $0) }
        var state = MainListState()
        state.rows = ids.map { .init(page: .list($0), name: $0.rawValue, openCount: 0) }
        view.presenter.screen.render(state)
        XCTAssertEqual(Self.headings(view), [])
        state.rows[1].heading = "Two"
        view.presenter.screen.render(state)
        XCTAssertEqual(Self.headings(view), ["Two"])
        state.rows[0].heading = "One"
        state.rows[1].heading = "Second"
        view.presenter.screen.render(state)
        XCTAssertEqual(Self.headings(view), ["One", "Second"])
        XCTAssertEqual(Self.texts(view), [["a", ""], ["b", ""]], "a heading is no row")
        for index in state.rows.indices { state.rows[index].heading = nil }
        view.presenter.screen.render(state)
        XCTAssertEqual(Self.headings(view), [])
        state.rows[1].heading = "Two"
        view.presenter.screen.render(state)
        XCTAssertEqual(Self.headings(view), ["Two"])
      }
    }
  }

  @MainActor
  private static func headings(_ view: MainListView) -> [String] {
    WidgetTree.all("GtkListBox", in: view.widget).flatMap { list in
      WidgetTree.all(list).filter { gtk_widget_get_parent($0) == list }
    }.compactMap(WidgetTree.text).sorted()
  }
}
