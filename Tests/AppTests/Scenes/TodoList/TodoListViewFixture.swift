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

/// A page of one list in a window.
@MainActor
final class TodoListViewFixture {
  let bench: SceneBench
  let navigator = RecordingNavigator()
  let list: TodoList
  let view: TodoListView
  let presenter: TodoListPresenter
  let window: Widget

  init(_ titles: [String]) throws {
    try TestDisplay.require()
    let bench = try SceneBench(onDisk: true)
    self.bench = bench
    let list = try inLoop { try await bench.store.addList(named: "Home") }
    self.list = list
    for title in titles { _ = try inLoop { try await bench.add(title, to: list.id) } }
    let services = bench.services
    presenter = TodoListPresenter(
      page: .list(list.id), store: services.store, commands: services.commands,
      clock: services.clock, names: services.names, onDamage: services.onDamage)
    presenter.take(navigator)
    presenter.onExit = { [weak navigator] in navigator?.note($0) }
    bench.commands.alerts = navigator
    view = TodoListView(presenter: presenter, onBack: {}, onContent: {})
    window = gtk_window_new()
    gtk_window_set_default_size(cast(window), 600, 500)
    gtk_window_set_child(cast(window), view.widget)
    gtk_window_present(cast(window))
    // Later the presenter renders by itself only what a test has changed.
    pump(until: {
      self.presenter.rows.isWhole && self.rows == titles
        && gtk_widget_get_mapped(self.view.widget) != 0
    })
    paint(view.widget)
  }

  func close() {
    gtk_window_destroy(cast(window))
  }

  var entry: Widget { WidgetTree.all("GtkEntry", in: view.widget)[0] }
  var entryText: String { WidgetTree.text(entry) ?? "" }
  var listView: Widget { WidgetTree.all("GtkListView", in: view.widget)[0] }

  /// The row objects that are on screen, from top to bottom.
  var shown: [TodoListRow] {
    WidgetTree.all(listView).compactMap(TodoListRow.of).filter { WidgetTree.isShown($0.widget) }
  }

  /// The titles that are on screen, from top to bottom.
  var rows: [String] {
    shown.compactMap { row in
      WidgetTree.all(row.widget).filter(WidgetTree.isShown).compactMap(WidgetTree.text).first
    }
  }

  /// The first widget of a type, or of one that is derived from it.
  func part(_ type: String, ofRow index: Int) -> Widget {
    WidgetTree.all(shown[index].widget).filter {
      g_type_check_instance_is_a(cast($0), g_type_from_name(type)) != 0
    }[0]
  }

  func shows(_ rows: [String], file: StaticString = #filePath, line: UInt = #line) {
    pump(until: { self.rows == rows })
    XCTAssertEqual(self.rows, rows, file: file, line: line)
  }
}
