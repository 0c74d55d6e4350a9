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

final class TodoListViewTests: XCTestCase {
  func testClosedSceneIsFreed() throws {
    try onMainActor {
      var page: TodoListViewFixture? = try TodoListViewFixture(["milk", "bread"])
      let watch = page.map {
        ReleaseWatch(
          view: $0.view, presenter: $0.view.presenter,
          widget: $0.view.widget)
      }
      watch?.assertAlive()
      page?.close()
      page = nil
      watch?.assertReleased()
    }
  }

  func testClosedWithAnOfferOfUndoIsFreed() throws {
    try onMainActor {
      var page: TodoListViewFixture? = try TodoListViewFixture(["milk", "bread"])
      let watch = page.map {
        ReleaseWatch(
          view: $0.view, presenter: $0.view.presenter,
          widget: $0.view.widget)
      }
      page?.presenter.didDelete(try XCTUnwrap(page?.shown.first?.id))
      page?.shows(["bread"])
      page?.close()
      page = nil
      watch?.assertReleased()
    }
  }

  func testTypedTextIsAddedWithReturn() throws {
    try onMainActor {
      let page = try TodoListViewFixture([])
      defer { page.close() }
      for title in ["milk", "bread"] {
        gtk_editable_set_text(opaque(page.entry), title)
        emit("activate", on: page.entry)
        XCTAssertEqual(page.entryText, "")
      }
      page.shows(["milk", "bread"])
    }
  }

  func testButtonAddsOnlyText() throws {
    try onMainActor {
      let page = try TodoListViewFixture([])
      defer { page.close() }
      let button = try XCTUnwrap(WidgetTree.named("Add", in: page.view.widget))
      XCTAssertEqual(gtk_widget_get_sensitive(button), 0)
      gtk_editable_set_text(opaque(page.entry), "milk")
      pump(until: { gtk_widget_get_sensitive(button) == 1 })
      XCTAssertEqual(gtk_widget_get_sensitive(button), 1)
      emit("clicked", on: button)
      page.shows(["milk"])
      pump(until: { gtk_widget_get_sensitive(button) == 0 })
      XCTAssertEqual(gtk_widget_get_sensitive(button), 0)
    }
  }

  func testCursorStaysWhileOtherThingsChange() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk"])
      defer { page.close() }
      gtk_editable_set_text(opaque(page.entry), "buy  today")
      var position: gint = 4
      gtk_editable_insert_text(opaque(page.entry), "bread", -1, &position)
      gtk_editable_set_position(opaque(page.entry), position)
      var changes = 0
      connect(page.entry, "changed") { _ in changes += 1 }
      let (bench, list) = (page.bench, page.list)
      _ = try inLoop { try await bench.add("salt", to: list.id) }
      _ = try inLoop { try await bench.store.renameList(list.id, to: "House") }
      page.shows(["milk", "salt"])
      XCTAssertEqual(page.entryText, "buy bread today")
      XCTAssertEqual(gtk_editable_get_position(opaque(page.entry)), 9)
      XCTAssertEqual(changes, 0, "the entry was not touched")
    }
  }

  func testTickAndStarAreGestures() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk", "bread"])
      defer { page.close() }
      gtk_toggle_button_set_active(cast(page.part("GtkToggleButton", ofRow: 1)), 1)
      gtk_check_button_set_active(cast(page.part("GtkCheckButton", ofRow: 0)), 1)
      page.shows(["bread", "Tasks done!", "milk"])
      XCTAssertEqual(gtk_check_button_get_active(cast(page.part("GtkCheckButton", ofRow: 2))), 1)
      let (bench, list) = (page.bench, page.list)
      let sections = try inLoop { try await bench.store.sections(of: .list(list.id)) }
      XCTAssertEqual(sections.open.map(\.isStarred), [true])
      XCTAssertEqual(sections.done.map(\.content), ["milk"])
    }
  }

  func testFailedTickAndStarAreTakenBackOnScreen() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk"])
      defer { page.close() }
      let bench = page.bench
      try inLoop { try await bench.setWritesFail(true) }
      gtk_check_button_set_active(cast(page.part("GtkCheckButton", ofRow: 0)), 1)
      pump(until: { page.navigator.alerts.alerts.count == 1 })
      gtk_toggle_button_set_active(cast(page.part("GtkToggleButton", ofRow: 0)), 1)
      pump(until: { page.navigator.alerts.alerts.count == 2 })
      paint(page.window)
      try inLoop { await bench.waitUntilIdle() }
      XCTAssertEqual(page.navigator.alerts.alerts.count, 2, "drawing a row again is no gesture")
      XCTAssertEqual(page.rows, ["milk"])
      XCTAssertEqual(gtk_check_button_get_active(cast(page.part("GtkCheckButton", ofRow: 0))), 0)
      XCTAssertEqual(gtk_toggle_button_get_active(cast(page.part("GtkToggleButton", ofRow: 0))), 0)
    }
  }

  func testStarByKeyIsShownBeforeItIsStored() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk"])
      defer { page.close() }
      let bench = page.bench
      let id = try XCTUnwrap(page.shown.first?.id)
      @MainActor func isStarred() -> Bool {
        gtk_toggle_button_get_active(cast(page.part("GtkToggleButton", ofRow: 0))) != 0
      }
      let disk = HeldWriter(bench.store)
      for isOn in [true, false, true] {
        page.presenter.didToggleStar(id)
        XCTAssertEqual(isStarred(), isOn)
      }
      disk.release()
      try inLoop { await bench.waitUntilIdle() }
      XCTAssertTrue(isStarred())
      XCTAssertEqual(page.rows, ["milk"])
    }
  }

  func testKeysForDetailsThatAreBeingOpenedLeaveTheRowAlone() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk", "bread"])
      defer { page.close() }
      XCTAssertTrue(page.view.rows.focusFirst())
      let other = TodoID(rawValue: "other")
      page.presenter.openingDetails = { other }
      for key in [GDK_KEY_space, GDK_KEY_Delete, GDK_KEY_Down] {
        XCTAssertTrue(page.view.rows.keyPressed(key, []))
      }
      let bench = page.bench
      try inLoop { await bench.waitUntilIdle() }
      XCTAssertEqual(page.rows, ["milk", "bread"])
      XCTAssertEqual(page.view.rows.held?.todo, other)
      XCTAssertTrue(page.view.takeHeldKeys(for: TodoID(rawValue: "another")).isEmpty)
      XCTAssertNil(page.view.rows.held?.todo, "they are for no later details either")
      page.presenter.openingDetails = { nil }
      XCTAssertTrue(page.view.rows.keyPressed(GDK_KEY_KP_Delete, []))
      page.shows(["bread"])
    }
  }

  func testMenuReturnsTheFocusToTheTodoThatHadIt() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["one", "two", "three"])
      defer { page.close() }
      let rows = page.view.rows
      XCTAssertTrue(rows.focusRow(at: 1))
      let id = try XCTUnwrap(rows.focusedTodo()?.id)
      // As the menu key asks for it.
      rows.openMenu(
        x: Double(gtk_widget_get_width(page.listView)) / 2,
        y: Double(gtk_widget_get_height(page.listView)) / 2)
      let menu = WeakReference(
        try XCTUnwrap(WidgetTree.all("GtkPopoverMenu", in: page.view.widget).first))
      let bench = page.bench
      // Another device moves it.
      try inLoop { try await bench.store.place(id, below: nil, .first) }
      page.shows(["two", "one", "three"])
      if let menu = menu.pointer { gtk_popover_popdown(cast(menu)) }
      XCTAssertTrue(pump(until: { rows.focusedTodo()?.id == id }))
    }
  }

  func testTickIsTakenBackBeforeTheWholePageHasBeenRead() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk"])
      defer { page.close() }
      let row = TodoRow(
        id: TodoID(rawValue: "x"), listID: page.list.id, content: "other",
        position: "a")
      var state = TodoListState()
      state.generation = 77
      state.hasContent = true
      state.page = TodoPage(TodoSections(open: [row]))
      page.presenter.screen.render(state)
      page.shows(["other"])
      // There is no such to-do, and so nothing else that would draw the row.
      gtk_check_button_set_active(cast(page.part("GtkCheckButton", ofRow: 0)), 1)
      // Until then the row keeps the tick.
      let bench = page.bench
      try inLoop { await bench.waitUntilIdle() }
      state.steps = [try XCTUnwrap(state.page.redraw(row.id))]
      state.page.revision += 1
      page.presenter.screen.render(state)
      XCTAssertEqual(gtk_check_button_get_active(cast(page.part("GtkCheckButton", ofRow: 0))), 0)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk"])
      defer { page.close() }
      var state = TodoListState()
      state.generation = 77
      state.title = "Other"
      state.isList = true
      state.hasContent = true
      state.typed.text = "abc"
      state.canAdd = true
      let row = TodoRow(
        id: TodoID(rawValue: "x"), listID: page.list.id, content: "other", priority: .highest,
        due: CalendarTime(day: SceneBench.monday), hasReminder: true, position: "a", mark: .waiting)
      state.page = TodoPage(TodoSections(open: [row]))
      page.view.presenter.screen.render(state)
      page.shows(["other"])
      paint(page.window)
      let before = WidgetTree.dump(page.view.widget)
      page.view.render(state)
      XCTAssertEqual(WidgetTree.dump(page.view.widget), before)
      let (bench, list) = (page.bench, page.list)
      let sections = try inLoop { try await bench.store.sections(of: .list(list.id)) }
      XCTAssertEqual(sections.open.map(\.content), ["milk"], "rendering is no gesture")
      XCTAssertEqual(page.navigator.calls, [])
    }
  }

  func testEmptyPageSaysSo() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk"])
      defer { page.close() }
      let stack = try XCTUnwrap(
        WidgetTree.all("GtkStack", in: page.view.widget).first {
          gtk_stack_get_child_by_name(opaque($0), "list") != nil
        })
      func visible() -> String { String(cString: gtk_stack_get_visible_child_name(opaque(stack))) }
      XCTAssertEqual(visible(), "list")
      page.presenter.didDelete(try XCTUnwrap(page.shown.first?.id))
      pump(until: { visible() == "empty" })
      XCTAssertEqual(visible(), "empty")
      gtk_editable_set_text(opaque(page.entry), "bread")
      emit("activate", on: page.entry)
      page.shows(["bread"])
      XCTAssertEqual(visible(), "list")
    }
  }

  func testLargePageIsCompletedAfterItsFirstFrame() throws {
    try onMainActor {
      let page = try TodoListViewFixture([])
      defer { page.close() }
      let (bench, list) = (page.bench, page.list)
      let account = try inLoop { try await bench.connect() }
      try inLoop { try await bench.receive(3_000, in: list.id, of: account, named: "big") }
      let scrolled = try XCTUnwrap(
        gtk_widget_get_ancestor(
          page.listView, gtk_scrolled_window_get_type()))
      let adjustment = gtk_scrolled_window_get_vadjustment(opaque(scrolled))
      pump(until: { gtk_adjustment_get_upper(adjustment) > 3_000 * 20 })
      XCTAssertGreaterThan(gtk_adjustment_get_upper(adjustment), 3_000 * 20, "all rows are there")
      XCTAssertLessThan(page.shown.count, 500, "and few have widgets")
    }
  }

  func testButtonsHaveNames() throws {
    try onMainActor {
      let page = try TodoListViewFixture(["milk"])
      defer { page.close() }
      XCTAssertEqual(
        WidgetTree.namelessButtons(in: page.view.widget), [])
      page.view.setFolded(true)
      XCTAssertEqual(WidgetTree.namelessButtons(in: page.view.widget), [])
    }
  }

  func testDayBarButtonsHaveNames() throws {
    try onMainActor {
      try TestDisplay.require()
      let services = try SceneBench().services
      let presenter = TodoListPresenter(
        page: .today, store: services.store, commands: services.commands, clock: services.clock,
        names: services.names, onDamage: services.onDamage)
      let view = TodoListView(presenter: presenter, onBack: {}, onContent: {})
      inWindow(view.widget) { _ in
        XCTAssertNotNil(WidgetTree.named("Previous Day", in: view.widget))
        XCTAssertEqual(WidgetTree.namelessButtons(in: view.widget), [])
        let next = WidgetTree.named("Next Day", in: view.widget)
        if let next { emit("clicked", on: next) }
        let day = DateText.long(SceneBench.monday.adding(days: 1))
        pump(until: { WidgetTree.all(view.widget).contains { WidgetTree.text($0) == day } })
        XCTAssertTrue(WidgetTree.all(view.widget).contains { WidgetTree.text($0) == day })
      }
    }
  }

  /// It would take the room of the day in a narrow window, and do nothing.
  func testTodayIsOfferedOnOtherDaysOnly() throws {
    try onMainActor {
      try TestDisplay.require()
      let services = try SceneBench().services
      let presenter = TodoListPresenter(
        page: .today, store: services.store, commands: services.commands, clock: services.clock,
        names: services.names, onDamage: services.onDamage)
      let bar = DayBarView(presenter: presenter)
      let (monday, tuesday) = (SceneBench.monday, SceneBench.monday.adding(days: 1))
      inWindow(bar.widget) { window in
        let buttons = WidgetTree.all("GtkButton", in: bar.widget)
        XCTAssertEqual(buttons.count, 4)
        let (choose, today) = (buttons[1], buttons[2])
        bar.render(.init(day: monday, isToday: true))
        XCTAssertFalse(WidgetTree.isShown(today))
        bar.render(.init(day: tuesday, isToday: false))
        XCTAssertTrue(WidgetTree.isShown(today))
        gtk_widget_grab_focus(today)
        bar.render(.init(day: monday, isToday: true))
        XCTAssertFalse(WidgetTree.isShown(today))
        XCTAssertEqual(gtk_window_get_focus(cast(window)), choose, "the focus is not lost")
        bar.render(.init(day: tuesday, isToday: false))
        XCTAssertEqual(gtk_window_get_focus(cast(window)), choose)
      }
    }
  }
}
