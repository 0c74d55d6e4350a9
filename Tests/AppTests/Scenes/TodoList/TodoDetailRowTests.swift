import Basics
import CGtk
import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service
@testable import Toolkit

/// What stands below a title is not cut where it fits on a line of its own.
final class TodoDetailRowTests: XCTestCase {
  @MainActor
  private static func detail() -> TodoDetailRow {
    var row = TodoRow(
      id: TodoID(rawValue: "a"), listID: ListID(rawValue: "l"), content: "milk",
      due: CalendarTime(iso8601: SceneBench.monday.adding(days: -1).iso8601 + "T17:30"),
      position: "a")
    row.hasRecurrence = true
    row.hasReminder = true
    row.tags = Set(["family", "mountains", "travel", "winter"].map { ExactText($0) })
    var context = RowContext(today: SceneBench.monday)
    context.listNames = [row.listID: "Holidays"]
    let detail = TodoDetailRow()
    detail.show(TodoRowText(row, context))
    return detail
  }

  @MainActor
  private static func texts(of detail: TodoDetailRow) -> [Widget] {
    WidgetTree.all("GtkInscription", in: detail.widget).filter(WidgetTree.isShown)
  }

  @MainActor
  private static func text(of widget: Widget) -> String {
    gtk_inscription_get_text(opaque(widget)).map { String(cString: $0) } ?? ""
  }

  /// Whether the place of a text, without its padding, is too narrow for it.
  @MainActor
  private static func isCut(_ widget: Widget) -> Bool {
    var (width, height): (Int32, Int32) = (0, 0)
    let layout = ObjectReference(
      adopting: gtk_widget_create_pango_layout(widget, text(of: widget)))
    pango_layout_get_pixel_size(layout.pointer, &width, &height)
    return width > gtk_widget_get_width(widget) || height > gtk_widget_get_height(widget)
  }

  /// Lays the texts out and says what they show, each with the line that it stands on.
  @MainActor
  private static func lines(of detail: TodoDetailRow, width: Int32) -> [[String]] {
    var height: Int32 = 0
    gtk_widget_measure(detail.widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    var place = GdkRectangle(x: 0, y: 0, width: width, height: height)
    gtk_widget_size_allocate(detail.widget, &place, -1)
    var lines: [(y: Float, texts: [String])] = []
    for label in texts(of: detail) {
      var bounds = graphene_rect_t()
      XCTAssertNotEqual(gtk_widget_compute_bounds(label, detail.widget, &bounds), 0)
      XCTAssertGreaterThanOrEqual(bounds.origin.x, 0)
      XCTAssertLessThanOrEqual(bounds.origin.x + bounds.size.width, Float(width))
      XCTAssertLessThanOrEqual(bounds.origin.y + bounds.size.height, Float(height))
      let text = text(of: label) + (isCut(label) ? "…" : "")
      if let last = lines.last, abs(last.y - bounds.origin.y) < 8 {
        lines[lines.count - 1].texts.append(text)
      } else {
        lines.append((bounds.origin.y, [text]))
      }
    }
    return lines.map(\.texts)
  }

  /// A row is shown for one to-do after another, with other parts each time.
  func testPartsStandInTheirOrderAndTagsAreThoseOfTheToDo() throws {
    try withDisplay {
      var row = TodoRow(
        id: TodoID(rawValue: "a"), listID: ListID(rawValue: "l"), content: "milk", position: "a")
      var context = RowContext(today: SceneBench.monday)
      let detail = TodoDetailRow()
      @MainActor func shown() -> [String] {
        detail.show(TodoRowText(row, context))
        return Self.texts(of: detail).map { Self.text(of: $0) }
      }
      row.tags = Set(["family", "mountains", "travel", "winter"].map { ExactText($0) })
      XCTAssertEqual(shown(), ["family", "mountains", "travel", "\u{200E}+1"])
      row.tags = [ExactText("home")]
      row.due = CalendarTime(iso8601: SceneBench.monday.adding(days: -1).iso8601)
      context.listNames = [row.listID: "Holidays"]
      XCTAssertEqual(shown(), ["Overdue", "Yesterday", "Holidays", "home"])
      let tag = try XCTUnwrap(Self.texts(of: detail).last)
      let style = "tag-color-\(TodoDetailRow.color(of: "home"))"
      XCTAssertNotEqual(gtk_widget_has_css_class(tag, style), 0)
      let other = "tag-color-\(TodoDetailRow.color(of: "family"))"
      XCTAssertEqual(gtk_widget_has_css_class(tag, other) != 0, other == style)
      row.due = nil
      row.tags = []
      XCTAssertEqual(shown(), ["Holidays"])
    }
  }

  /// A list can be sorted by what is seen and said here.
  func testThePrioritiesWithoutAStarAreShownAndSaid() throws {
    try withDisplay {
      let detail = TodoDetailRow()
      for (level, mark, spoken) in [
        (Priority.Level.none, nil, nil), (.low, "!", "low priority"),
        (.medium, "!!", "medium priority"), (.high, nil, "important"),
      ] as [(Priority.Level, String?, String?)] {
        let row = TodoRow(
          id: TodoID(rawValue: "a"), listID: ListID(rawValue: "l"), content: "milk",
          priority: Priority(level), position: "a")
        let text = TodoRowText(row, RowContext(today: SceneBench.monday))
        detail.show(text)
        let shown = Self.texts(of: detail).map { Self.text(of: $0) }
        XCTAssertEqual(shown, [mark].compactMap(\.self))
        XCTAssertEqual(TodoDetailRow.isNeeded(for: text), mark != nil)
        XCTAssertEqual(WidgetTree.isShown(detail.widget), mark != nil)
        XCTAssertEqual(text.spoken, ["milk", spoken].compactMap(\.self))
      }
    }
  }

  func testABookIsNoTag() throws {
    try withDisplay {
      let text = FlowText(mostLetters: 20)
      inWindow(text.widget) { _ in
        text.setText(String(repeating: "우유", count: 500_000))
        XCTAssertEqual(Self.text(of: text.widget).unicodeScalars.count, 1000)
        var width: Int32 = 0
        gtk_widget_measure(text.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        XCTAssertLessThan(width, 1000)
      }
    }
  }

  func testNothingIsCutInANarrowWindowWithLargeText() throws {
    try withDisplay {
      let settings = gtk_settings_get_default()
      var dpi = GValue()
      g_value_init(&dpi, g_type_from_name("gint"))
      g_object_get_property(cast(opaque(settings)), "gtk-xft-dpi", &dpi)
      var double = GValue()
      g_value_init(&double, g_type_from_name("gint"))
      g_value_set_int(&double, 192 * 1024)
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        let detail = Self.detail()
        gtk_widget_set_direction(detail.widget, direction)
        inWindow(detail.widget) { _ in
          let all = Self.texts(of: detail).map { Self.text(of: $0) }
          XCTAssertEqual(all.count, 7)
          XCTAssertEqual(Self.lines(of: detail, width: 900), [all])
          g_object_set_property(cast(opaque(settings)), "gtk-xft-dpi", &double)
          // What a window of 360 pixels leaves beside check box and star.
          let lines = Self.lines(of: detail, width: 240)
          XCTAssertGreaterThan(lines.count, 2)
          XCTAssertEqual(lines.flatMap { $0 }, all, "nothing is cut and all is in its order")
          g_object_set_property(cast(opaque(settings)), "gtk-xft-dpi", &dpi)
        }
      }
    }
  }

  func testATitleInBetweenLeavesNothingOfACancelledRow() throws {
    try withDisplay {
      let row = TodoListRow(gestures: .init(toggleDone: { _, _ in }, toggleStar: { _, _ in }))
      func todo(_ name: String, isOver: Bool) -> TodoItem {
        .todo(
          TodoRow(
            id: TodoID(rawValue: name), listID: ListID(rawValue: "l"), content: name,
            isDone: isOver, isCancelled: isOver, position: name))
      }
      inWindow(row.widget) { _ in
        for item in [todo("old", isOver: true), .doneTitle, todo("new", isOver: false)] {
          row.show(item, in: RowContext(today: SceneBench.monday))
        }
        let title = WidgetTree.all("GtkInscription", in: row.widget)
          .first { WidgetTree.text($0) == "new" }
        XCTAssertEqual(title.map { gtk_widget_has_css_class($0, "done") }, 0)
        let checks = WidgetTree.all("OptimistMarkedCheckButton", in: row.widget)
        XCTAssertEqual(checks.map { gtk_check_button_get_inconsistent(cast($0)) }, [0])
      }
    }
  }
}
