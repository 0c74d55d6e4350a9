import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class PanesTests: XCTestCase {
  private final class Log {
    var changes = 0
  }

  func testNarrowWindowFoldsThePanes() throws {
    try withDisplay {
      let lists: Widget = gtk_label_new("lists")
      let tasks: Widget = gtk_label_new("tasks")
      let panes = AdaptivePanes(sidebar: lists, content: tasks)
      let isShown = { (pane: Widget) in gtk_widget_get_mapped(pane) != 0 }
      let log = Log()
      panes.onChange = { log.changes += 1 }
      let window: Widget = gtk_window_new()
      gtk_window_set_child(cast(window), panes.widget)
      gtk_window_set_default_size(cast(window), 800, 400)
      gtk_window_present(cast(window))
      XCTAssertTrue(pump(until: { gtk_widget_get_width(panes.widget) > 0 }))
      paint(panes.widget)
      XCTAssertFalse(panes.isFolded)
      XCTAssertTrue(isShown(lists) && isShown(tasks))

      gtk_window_set_default_size(cast(window), 400, 400)
      XCTAssertTrue(pump(until: { panes.isFolded }))
      panes.showContent()
      XCTAssertTrue(pump(until: { isShown(tasks) && !isShown(lists) }))
      panes.showSidebar()
      XCTAssertTrue(pump(until: { isShown(lists) && !isShown(tasks) }))
      XCTAssertGreaterThan(log.changes, 1)

      gtk_window_set_default_size(cast(window), 800, 400)
      XCTAssertTrue(pump(until: { !panes.isFolded }))
      gtk_window_destroy(cast(window))
    }
  }

  /// The pane has no size yet, so it comes without the animation; whether anything else moves stays as it was.
  func testThePaneAtTheEndIsThereAtOnceTheFirstTime() throws {
    try withDisplay {
      for isAnimated in [true, false] {
        TestDisplay.setAnimated(isAnimated)
        defer { TestDisplay.setAnimated(false) }
        let pane: Widget = gtk_label_new("details")
        let end = EndPane(content: gtk_label_new("tasks"), pane: pane)
        let window: Widget = gtk_window_new()
        gtk_window_set_child(cast(window), end.widget)
        gtk_window_set_default_size(cast(window), 900, 400)
        gtk_window_present(cast(window))
        end.show()
        XCTAssertTrue(end.isShown)
        XCTAssertEqual(optimist_widget_is_animated(window) != 0, isAnimated)
        XCTAssertTrue(pump(until: { gtk_widget_get_width(pane) >= 340 }))
        gtk_window_destroy(cast(window))
      }
    }
  }

  func testPanesAreFreedWithTheirWidget() throws {
    try withDisplay {
      weak var panes: AdaptivePanes?
      let window: Widget = gtk_window_new()
      do {
        let made = AdaptivePanes(sidebar: gtk_label_new(""), content: gtk_label_new(""))
        panes = made
        gtk_window_set_child(cast(window), made.widget)
        attach(made, to: made.widget)
      }
      XCTAssertNotNil(panes)
      gtk_window_destroy(cast(window))
      XCTAssertTrue(pump(until: { panes == nil }))
    }
  }
}
