import CGtk
import Platform

/// A month calendar in a popover, to pick a day from.
@MainActor
package enum CalendarPopover {
  /// Shows the calendar; it is freed when it closes.
  ///
  /// The arrow keys move from the selected day, Page Up and Page Down by a month. A click on a day, Enter and the space
  /// bar pick the day; browsing through the months does not.
  /// - Parameters:
  ///   - widget: the widget to which the popover points.
  ///   - day: the day shown at first: year, month 1…12 and day; nil or a day that does not exist is today.
  ///   - onPicked: called with year, month 1…12 and day, after the popover was told to close.
  /// - Returns: the popover.
  @discardableResult
  package static func show(
    over widget: some ObjectPointer, day: (year: Int, month: Int, day: Int)? = nil,
    onPicked: @escaping @MainActor (_ year: Int, _ month: Int, _ day: Int) -> Void
  ) -> Widget {
    let popover: Widget = gtk_popover_new()
    let calendar: Widget = gtk_calendar_new()
    if let day { select(day, calendar) }
    gtk_popover_set_child(cast(popover), calendar)
    gtk_widget_set_parent(popover, cast(widget))
    let pick: @MainActor () -> Void = {
      let (year, month, day) = selected(calendar)
      gtk_popover_popdown(cast(popover))
      onPicked(year, month, day)
    }
    pickOnClick(calendar, pick)
    useKeys(calendar, pick)
    Popover.unparentWhenClosed(popover)
    gtk_popover_popup(cast(popover))
    gtk_widget_grab_focus(calendar)
    return popover
  }

  private static func select(_ day: (year: Int, month: Int, day: Int), _ calendar: Widget) {
    guard (1...9999).contains(day.year), (1...12).contains(day.month), (1...31).contains(day.day),
      let date = g_date_time_new_local(gint(day.year), gint(day.month), gint(day.day), 0, 0, 0)
    else { return }
    gtk_calendar_select_day(opaque(calendar), date)
    g_date_time_unref(date)
  }

  private static func selected(_ calendar: Widget) -> (year: Int, month: Int, day: Int) {
    let date = gtk_calendar_get_date(opaque(calendar))
    defer { g_date_time_unref(date) }
    return (
      Int(g_date_time_get_year(date)), Int(g_date_time_get_month(date)),
      Int(g_date_time_get_day_of_month(date))
    )
  }

  /// Watches the click itself: `day-selected` is also emitted when browsing, and not for a click on the selected day.
  /// The calendar selects the day on the press, and it is read on the release.
  private static func pickOnClick(_ calendar: Widget, _ pick: @escaping @MainActor () -> Void) {
    let click = opaque(gtk_gesture_click_new())
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    let press = Press()
    connect(click, "pressed") { arguments in
      let target = gtk_widget_pick(
        calendar, arguments.double(1), arguments.double(2), GTK_PICK_DEFAULT)
      press.isOnDay = target.map { gtk_widget_has_css_class($0, "day-number") != 0 } ?? false
    }
    connect(click, "released") { _ in
      if press.isOnDay { pick() }
      press.isOnDay = false
    }
    gtk_widget_add_controller(calendar, click)
  }

  /// Makes the keys move the selected day; the calendar's own keys would start from its first cell instead. A day is
  /// picked when a key is released that was also pressed in here, because the key that opened the popover may still be
  /// down.
  private static func useKeys(_ calendar: Widget, _ pick: @escaping @MainActor () -> Void) {
    let press = Press()
    let keys = opaque(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    connectReturningBool(keys, "key-pressed") { arguments in
      let key = Int32(arguments.uint(0))
      guard gtk_widget_is_focus(calendar) != 0, KeyModifiers(state: arguments.flags(2)).isEmpty
      else { return false }
      press.isOnDay = picks(key)
      return press.isOnDay || move(calendar, key)
    }
    connect(keys, "key-released") { arguments in
      if press.isOnDay, picks(Int32(arguments.uint(0))) { pick() }
      press.isOnDay = false
    }
    gtk_widget_add_controller(calendar, keys)
  }

  private static func picks(_ key: Int32) -> Bool {
    [GDK_KEY_space, GDK_KEY_KP_Space].contains(key) || KeyboardController.isEnter(key)
  }

  /// - Returns: whether the key moves the selected day.
  private static func move(_ calendar: Widget, _ key: Int32) -> Bool {
    let forward: gint = gtk_widget_get_direction(calendar) == GTK_TEXT_DIR_RTL ? -1 : 1
    let date = gtk_calendar_get_date(opaque(calendar))
    defer { g_date_time_unref(date) }
    let moved: OpaquePointer? =
      switch key {
      case GDK_KEY_Left, GDK_KEY_KP_Left: g_date_time_add_days(date, -forward)
      case GDK_KEY_Right, GDK_KEY_KP_Right: g_date_time_add_days(date, forward)
      case GDK_KEY_Up, GDK_KEY_KP_Up: g_date_time_add_days(date, -7)
      case GDK_KEY_Down, GDK_KEY_KP_Down: g_date_time_add_days(date, 7)
      case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: g_date_time_add_months(date, -1)
      case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: g_date_time_add_months(date, 1)
      default: nil
      }
    guard let moved else { return false }
    gtk_calendar_select_day(opaque(calendar), moved)
    g_date_time_unref(moved)
    return true
  }

  private final class Press {
    var isOnDay = false
  }
}
