import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class CalendarPopoverTests: XCTestCase {
  func testPopoverShowsTheDayAndIsFreed() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      let button: Widget = gtk_button_new()
      gtk_window_set_child(cast(window), button)
      gtk_window_present(cast(window))
      pump(until: { gtk_widget_get_mapped(button) != 0 })
      var picked = 0
      let popover = WeakReference(
        CalendarPopover.show(over: button, day: (2028, 2, 29)) { _, _, _ in picked += 1 })
      let calendar = gtk_popover_get_child(cast(popover.pointer))
      let date = gtk_calendar_get_date(opaque(calendar))
      XCTAssertEqual(g_date_time_get_year(date), 2028)
      XCTAssertEqual(g_date_time_get_month(date), 2)
      XCTAssertEqual(g_date_time_get_day_of_month(date), 29)
      g_date_time_unref(date)
      gtk_popover_popdown(cast(popover.pointer))
      XCTAssertTrue(pump(until: { popover.pointer == nil }))
      XCTAssertEqual(picked, 0)
      gtk_window_destroy(cast(window))
    }
  }
}
