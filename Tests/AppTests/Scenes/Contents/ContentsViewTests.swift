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

final class ContentsViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator? = nil)
    -> ContentsView
  {
    let presenter = ContentsPresenter(
      store: bench.store, commands: bench.commands, catalogue: bench.catalogue, names: bench.names)
    if let navigator { presenter.take(navigator) }
    return ContentsView(presenter: presenter, parent: nil)
  }

  @MainActor
  private static func rows(_ view: ContentsView) -> [Widget] {
    WidgetTree.all("AdwActionRow", in: view.dialog.window)
  }

  @MainActor
  private static func title(_ row: Widget) -> String {
    String(cString: adw_preferences_row_get_title(cast(row)))
  }

  @MainActor
  private static func subtitle(_ row: Widget) -> String {
    adw_action_row_get_subtitle(cast(row)).map { String(cString: $0) } ?? ""
  }

  @MainActor
  private static func isShown(_ text: String, _ view: ContentsView) -> Bool {
    WidgetTree.all(view.dialog.window).contains {
      WidgetTree.text($0) == text && WidgetTree.isShown($0)
    }
  }

  private static func section(_ names: [String], open: Int = 0) -> ContentsState.Section {
    .init(
      account: AccountID(rawValue: "a"),
      rows: names.map {
        .init(id: ListID(rawValue: $0), name: $0, openCount: open, isShown: true)
      })
  }

  func testClosingCancelsTheReading() throws {
    try withDisplay {
      let bench = try SceneBench()
      let ann = try inLoop { try await bench.connect() }
      bench.catalogue.cache(bench.answer([.sample("x", "Alps")]), of: ann.id)
      let navigator = RecordingNavigator()
      do {
        let view = Self.open(bench, navigator)
        pump(until: { Self.rows(view).count == 1 })
        view.dialog.close()
      }
      XCTAssertTrue(pump(until: { bench.catalogue.cancelled == 1 }))
    }
  }

  func testFreshAnswerTouchesOnlyRowsThatDiffer() throws {
    try withDisplay {
      let bench = try SceneBench()
      let ann = try inLoop { try await bench.connect() }
      let lists = (10..<40).map { CatalogueEntry.sample("l\($0)", "List \($0)") }
      bench.catalogue.cache(bench.answer(lists), of: ann.id)
      let view = Self.open(bench)
      defer { view.dialog.close() }
      pump(until: { Self.rows(view).count == 30 })
      let before = Self.rows(view)
      var touched: [String] = []
      for row in before {
        for signal in ["notify::title", "notify::subtitle"] {
          connect(row, signal) { _ in touched.append(Self.title(row)) }
        }
      }
      paint(view.dialog.window)
      gtk_widget_grab_focus(before[20])
      let scrolled = try XCTUnwrap(
        WidgetTree.all("GtkScrolledWindow", in: view.dialog.window).first(where: WidgetTree.isShown)
      )
      let place = gtk_scrolled_window_get_vadjustment(opaque(scrolled))
      XCTAssertTrue(pump(until: { gtk_adjustment_get_value(place) > 0 }), "the focus is in sight")
      let value = gtk_adjustment_get_value(place)
      var fresh = lists
      fresh[3].openCount = 5
      fresh.remove(at: 25)
      fresh.append(.sample("new", "List 99"))
      bench.catalogue.answer(bench.answer(fresh), of: ann.id)
      pump(until: { Self.rows(view).map(Self.title).last == "List 99" })
      XCTAssertEqual(touched, ["List 13"])
      XCTAssertEqual(Self.subtitle(before[3]), "Yours · 5 open to-dos")
      let after = Self.rows(view)
      XCTAssertEqual(Array(after.prefix(25)), Array(before.prefix(25)), "the same widgets")
      XCTAssertEqual(gtk_window_get_focus(cast(view.dialog.window)), before[20])
      XCTAssertEqual(gtk_adjustment_get_value(place), value)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let view = Self.open(try SceneBench())
      defer { view.dialog.close() }
      var state = ContentsState(page: .sections, sections: [Self.section(["<a> & b", "c"])])
      state.sections[0].problem = .init(reason: "Reason.", age: "Age.")
      state.sections[0].isLoading = true
      view.presenter.screen.render(state)
      assertUnchanged(view.dialog) { view.render(state) }
      XCTAssertTrue(
        WidgetTree.all(view.dialog.window).compactMap(WidgetTree.text).contains("<a> & b"))
    }
  }

  func testSwitchIsAGestureAndRenderingIsNone() throws {
    try withDisplay {
      let bench = try SceneBench()
      let home = try inLoop { try await bench.store.addList(named: "Home") }
      let view = Self.open(bench)
      defer { view.dialog.close() }
      pump(until: { Self.rows(view).count == 1 })
      let toggle = try XCTUnwrap(WidgetTree.all("GtkSwitch", in: view.dialog.window).first)
      XCTAssertEqual(gtk_switch_get_active(opaque(toggle)), 1)
      gtk_widget_activate(Self.rows(view)[0])
      pump(until: { gtk_switch_get_active(opaque(toggle)) == 0 })
      try inLoop { await bench.waitUntilIdle() }
      let hidden = try inLoop { try await bench.hidden() }
      XCTAssertEqual(hidden, [home.id])
      try inLoop { try await bench.store.setListShown(home.id, true) }
      pump(until: { gtk_switch_get_active(opaque(toggle)) == 1 })
      XCTAssertEqual(gtk_switch_get_active(opaque(toggle)), 1)
      let stillShown = try inLoop { try await bench.hidden() }
      XCTAssertEqual(stillShown, [])
    }
  }

  func testFocusMovesOnFromRowsThatGo() throws {
    try withDisplay {
      let view = Self.open(try SceneBench())
      defer { view.dialog.close() }
      var state = ContentsState(page: .sections, sections: [Self.section(["a", "b", "c"])])
      view.presenter.screen.render(state)
      pump(until: { gtk_widget_get_mapped(Self.rows(view)[1]) != 0 })
      gtk_widget_grab_focus(Self.rows(view)[1])
      state.sections = [Self.section(["a", "c"])]
      view.presenter.screen.render(state)
      let focus = try XCTUnwrap(gtk_window_get_focus(cast(view.dialog.window)))
      XCTAssertTrue(
        focus == Self.rows(view)[1] || gtk_widget_is_ancestor(focus, Self.rows(view)[1]) != 0)
    }
  }

  func testPagesForWaitingAndFailure() throws {
    try withDisplay {
      let view = Self.open(try SceneBench())
      defer { view.dialog.close() }
      view.presenter.screen.render(ContentsState(page: .waiting, sections: []))
      XCTAssertTrue(Self.isShown("Loading…", view))
      view.presenter.screen.render(ContentsState(page: .failed(reason: "Because."), sections: []))
      XCTAssertFalse(Self.isShown("Loading…", view))
      XCTAssertTrue(Self.isShown("Because.", view))
      XCTAssertTrue(Self.isShown("Try Again", view))
    }
  }
}

extension SceneBench {
  func hidden() async throws -> Set<ListID> {
    for await event in store.overview() {
      if case .snapshot(let overview) = event { return overview.hidden }
    }
    return []
  }
}
