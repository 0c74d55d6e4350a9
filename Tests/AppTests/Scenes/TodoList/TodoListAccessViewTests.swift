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

/// What the page looks like where nothing may be changed.
final class TodoListAccessViewTests: XCTestCase {
  @MainActor
  private static func rendered(
    _ page: TodoListViewFixture, _ access: ListAccess, readOnly: Bool
  ) throws -> TodoListState {
    var state = TodoListState()
    let rows = try inLoop { try await page.bench.store.sections(of: .list(page.list.id)) }
    state.page = TodoPage(rows)
    state.page.revision = 100
    state.steps = nil
    state.generation = 1
    state.isList = true
    state.access = access
    state.readOnly = readOnly ? [page.list.id] : []
    return state
  }

  func testReadersSeeNoEntryAndCannotTick() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk", "bread"])
      defer { page.close() }
      gtk_widget_grab_focus(page.entry)
      page.view.presenter.screen.render(
        try Self.rendered(page, .other(owner: "Bob", role: .reader), readOnly: true))
      XCTAssertFalse(WidgetTree.isShown(page.entry))
      for row in [0, 1] {
        for type in ["GtkCheckButton", "GtkToggleButton"] {
          XCTAssertEqual(gtk_widget_get_sensitive(page.part(type, ofRow: row)), 0)
        }
      }
      XCTAssertTrue(
        WidgetTree.all(page.view.widget).compactMap(WidgetTree.text)
          .contains("You can read this list but not change it. Shared by Bob."))
      let focus = gtk_window_get_focus(cast(page.window))
      XCTAssertTrue(focus.map { gtk_widget_is_ancestor($0, page.listView) != 0 } ?? true)
      page.view.presenter.screen.render(
        try Self.rendered(page, .other(owner: "Bob", role: .writer), readOnly: false))
      XCTAssertTrue(WidgetTree.isShown(page.entry))
      XCTAssertEqual(gtk_widget_get_sensitive(page.part("GtkCheckButton", ofRow: 0)), 1)
      XCTAssertTrue(
        WidgetTree.all(page.view.widget).compactMap(WidgetTree.text).contains("Shared by Bob"))
    }
  }

  func testNewRowsAreInsensitiveToo() throws {
    try onMainActor {
      let page = try TodoListViewFixture([])
      defer { page.close() }
      page.view.presenter.screen.render(
        try Self.rendered(page, .other(owner: "Bob", role: .reader), readOnly: true))
      _ = try inLoop { try await page.bench.add("milk", to: page.list.id) }
      var state = try Self.rendered(page, .other(owner: "Bob", role: .reader), readOnly: true)
      state.page.revision = 101
      page.view.presenter.screen.render(state)
      page.shows(["milk"])
      XCTAssertEqual(gtk_widget_get_sensitive(page.part("GtkCheckButton", ofRow: 0)), 0)
    }
  }
}
