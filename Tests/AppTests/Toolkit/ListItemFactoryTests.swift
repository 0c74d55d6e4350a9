import Basics
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ListItemFactoryTests: XCTestCase {
  private struct Row: Identifiable, Equatable {
    let id: String
    var title: String
  }

  private final class RowView: RowWidget {
    let widget: Widget = gtk_label_new("")
    private let onFree: @MainActor () -> Void
    private(set) var hasJoined = false

    init(onFree: @escaping @MainActor () -> Void) {
      self.onFree = onFree
      connect(widget, "notify::label") { [weak self] _ in _ = self }
    }

    func join(_ listItem: OpaquePointer) { hasJoined = true }

    func show(_ row: Row) { gtk_label_set_text(opaque(widget), row.title) }

    var text: String { String(cString: gtk_label_get_text(opaque(widget))) }

    isolated deinit { onFree() }
  }

  private final class Log {
    var made = 0
    var freed = 0
    var unbound = 0
    var bound: [String: Int] = [:]
    var shown: [String: RowView] = [:]
    /// How many there were when a row was shown last.
    var numberWhenShown: [String: Int] = [:]
  }

  @MainActor private static func rows(_ count: Int) -> [Row] {
    (0..<count).map { Row(id: String($0), title: "row \($0)") }
  }

  @MainActor private static func window(
    _ model: RowListModel<Row>, _ log: Log, prebuildsNext: Bool = false
  ) -> Widget {
    let factory = ListItemFactory.make(
      setup: {
        log.made += 1
        return RowView { log.freed += 1 }
      },
      bind: { view, row in
        view.show(row)
        log.shown[row.id] = view
        log.numberWhenShown[row.id] = log.made
        log.bound[row.id, default: 0] += 1
      },
      unbind: { _ in log.unbound += 1 },
      accessibleLabel: { (row: Row) in row.title }, prebuildsNext: prebuildsNext)
    let selection = gtk_single_selection_new(model.retained())
    let window: Widget = gtk_window_new()
    let scroll: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(opaque(scroll), gtk_list_view_new(selection, factory))
    gtk_window_set_default_size(cast(window), 300, 300)
    gtk_window_set_child(cast(window), scroll)
    return window
  }

  func testRowsAreShownRefreshedAndFreed() throws {
    try withDisplay {
      let log = Log()
      let model = RowListModel(Self.rows(100_000))
      let window = Self.window(model, log)
      let weakWindow = WeakReference(window)
      gtk_window_present(cast(window))
      XCTAssertTrue(pump(until: { log.shown["0"] != nil }))
      XCTAssertEqual(log.shown["0"]?.text, "row 0")
      XCTAssertLessThan(log.made, 1000)
      XCTAssertLessThan(model.liveItemCount, 1000)

      var changed = Self.rows(100_000)
      changed[0].title = "changed"
      model.update(to: changed)
      XCTAssertEqual(log.shown["0"]?.text, "changed")

      log.shown = [:]
      gtk_window_destroy(cast(window))
      XCTAssertTrue(pump(until: { log.freed == log.made }), "\(log.freed) of \(log.made)")
      XCTAssertNil(weakWindow.pointer)
      XCTAssertEqual(model.liveItemCount, 0)
    }
  }

  func testANewRowIsMadeBeforeItIsNeeded() throws {
    try withDisplay {
      let log = Log()
      var rows = Self.rows(10)
      let model = RowListModel(rows)
      let window = Self.window(model, log, prebuildsNext: true)
      gtk_window_present(cast(window))
      XCTAssertTrue(pump(until: { log.shown.count == 10 && log.made == 11 }), "\(log.made)")
      rows.append(Row(id: "new", title: "new"))
      model.update(to: rows)
      XCTAssertTrue(pump(until: { log.made == 12 && log.shown.count == 11 }))
      XCTAssertEqual(log.numberWhenShown["new"], 11)
      XCTAssertTrue(log.shown.values.allSatisfy(\.hasJoined))
      log.shown = [:]
      gtk_window_destroy(cast(window))
      XCTAssertTrue(pump(until: { log.freed == 12 }), "\(log.freed)")
    }
  }

  func testRowsBehindOneThatComesOrGoesAreNotShownAgain() throws {
    try withDisplay {
      let log = Log()
      var rows = Self.rows(10)
      let model = RowListModel(rows)
      let window = Self.window(model, log)
      gtk_window_present(cast(window))
      XCTAssertTrue(pump(until: { log.shown["9"] != nil }))
      rows.insert(Row(id: "new", title: "new"), at: 5)
      model.update(to: rows)
      XCTAssertTrue(pump(until: { log.shown["new"]?.text == "new" }))
      rows.remove(at: 2)
      rows[6].title = "changed"
      model.update(to: rows)
      XCTAssertTrue(pump(until: { log.shown["6"]?.text == "changed" }))
      let counts = log.bound.filter { $0.value != 1 }
      XCTAssertEqual(counts, ["6": 2])
      log.shown = [:]
      gtk_window_destroy(cast(window))
    }
  }

  func testRecycledRowShowsOnlyItsNewRow() throws {
    try withDisplay {
      let log = Log()
      let model = RowListModel(Self.rows(1000))
      let window = Self.window(model, log)
      gtk_window_present(cast(window))
      XCTAssertTrue(pump(until: { log.shown["3"] != nil }))
      let old = ObjectReference(adopting: try XCTUnwrap(g_list_model_get_item(model.pointer, 3)))
      // Not the first row: GTK keeps the widget of the one that has the focus.
      let view = try XCTUnwrap(log.shown["3"])
      let label = ObjectReference(view.widget)
      defer { withExtendedLifetime(label) {} }
      let scroll = gtk_window_get_child(cast(window))
      let adjustment = gtk_scrolled_window_get_vadjustment(opaque(scroll))
      XCTAssertTrue(
        pump(until: {
          gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 50)
          return view.text != "row 3"
        }))
      let text = view.text
      XCTAssertNotEqual(text, "row 3", "the row object shows another row now")
      XCTAssertGreaterThan(log.unbound, 0)
      RowItem<Row>.of(old.pointer)?.row.title = "late"
      XCTAssertEqual(view.text, text)
      log.shown = [:]
      gtk_window_destroy(cast(window))
    }
  }
}
