import CGtk
import Core
import Platform
import Toolkit

/// A button that opens the hour and minute of a time. With 12-hour times, it also offers a button for AM and PM.
@MainActor
final class ClockView {
  /// The `GtkMenuButton`.
  let widget: Widget
  var onTime: @MainActor (TimeOfDay) -> Void = { _ in }
  private let popover: Widget
  private let column: Widget
  private let hour: Widget
  private let minute: Widget
  private let half: Widget
  private var isRendering = false
  private var hasTwelveHours = DateText.hasTwelveHours

  /// - Parameter name: the button's name.
  init(named name: String) {
    widget = gtk_menu_button_new()
    popover = gtk_popover_new()
    column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    hour = Self.number(upTo: 23, named: trc("of a time", "Hour"))
    minute = Self.number(upTo: 59, named: trc("of a time", "Minute"))
    half = gtk_button_new_with_label("")
    gtk_menu_button_set_icon_name(opaque(widget), "preferences-system-time-symbolic")
    gtk_menu_button_set_popover(opaque(widget), popover)
    gtk_widget_set_tooltip_text(widget, name)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(widget, "flat")
    build()
  }

  func render(hour: Int, minute: Int) {
    isRendering = true
    defer { isRendering = false }
    SpinButton.show(hour, in: self.hour)
    SpinButton.show(minute, in: self.minute)
    if hasTwelveHours != DateText.hasTwelveHours {
      hasTwelveHours = DateText.hasTwelveHours
      gtk_widget_set_visible(half, hasTwelveHours.gboolean)
      // The same hour is written differently now; setting it writes it.
      gtk_spin_button_set_value(opaque(self.hour), Double(hour))
    }
    showHalf()
  }

  /// Chooses the time that is shown.
  func chooseShown() {
    let time = TimeOfDay(
      hour: shownHour, minute: Int(gtk_spin_button_get_value_as_int(opaque(minute))))
    if let time { onTime(time) }
  }

  /// The hour from 0 to 23, in either notation.
  private var shownHour: Int { Int(gtk_spin_button_get_value_as_int(opaque(hour))) }

  private func showHalf() {
    gtk_button_set_label(cast(half), DateText.halfDay(of: shownHour))
  }

  /// Adds a check box below the time.
  /// - Parameter label: with `_` before the mnemonic letter.
  /// - Returns: the check box, for ``setCheck(_:_:)``.
  func addCheck(_ label: String, _ run: @escaping @MainActor (Bool) -> Void) -> Widget {
    let check: Widget = gtk_check_button_new_with_mnemonic(label)
    Accessibility.useTextAsLabel(of: check)
    // Unlike a button, a check box gets no accessible name from its text in GTK 4.8.
    if let text = gtk_widget_get_last_child(check) { Accessibility.setLabel(of: check, from: text) }
    gtk_box_append(cast(column), check)
    connect(check, "toggled") { [weak self] arguments in
      guard self?.isRendering == false else { return }
      run(gtk_check_button_get_active(cast(arguments.emitter)) != 0)
    }
    return check
  }

  func setCheck(_ check: Widget, _ isOn: Bool) {
    isRendering = true
    defer { isRendering = false }
    gtk_check_button_set_active(cast(check), isOn.gboolean)
  }

  /// Adds a button below the time that closes the popover and runs an action.
  /// - Parameter label: with `_` before the mnemonic letter.
  func addButton(_ label: String, _ run: @escaping @MainActor () -> Void) -> Widget {
    let button: Widget = gtk_button_new_with_mnemonic(label)
    Accessibility.useTextAsLabel(of: button)
    gtk_box_append(cast(column), button)
    connect(button, "clicked") { [weak self] _ in
      guard let self else { return }
      gtk_popover_popdown(cast(popover))
      run()
    }
    return button
  }

  private func build() {
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let colon: Widget = gtk_label_new(":")
    Accessibility.markDecorative(colon)
    for child in [hour, colon, minute, half] { gtk_box_append(cast(row), child) }
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    // Times of day are written left to right in every language.
    gtk_widget_set_direction(row, GTK_TEXT_DIR_LTR)
    gtk_box_append(cast(column), row)
    gtk_popover_set_child(cast(popover), column)
    for number in [hour, minute] {
      connect(number, "value-changed") { [weak self] _ in
        guard let self else { return }
        showHalf()
        if !isRendering { chooseShown() }
      }
    }
    gtk_widget_set_valign(half, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(half, hasTwelveHours.gboolean)
    connect(half, "clicked") { [weak self] _ in
      guard let self else { return }
      gtk_spin_button_set_value(opaque(hour), Double((shownHour + 12) % 24))
    }
    connectReturningInt(hour, "input") { [weak self] arguments in
      guard let self, DateText.hasTwelveHours,
        let result = arguments.pointer(0)?.assumingMemoryBound(to: Double.self),
        let typed = Int(String(cString: gtk_editable_get_text(opaque(hour))))
      else { return 0 }
      result.pointee = Double(Self.hour(typed, isAfternoon: shownHour >= 12))
      return 1
    }
    connectReturningBool(hour, "output") { [weak self] _ in
      guard let self else { return false }
      let shown = DateText.hasTwelveHours ? (shownHour + 11) % 12 + 1 : shownHour
      Self.write(shown, inTwoDigits: !DateText.hasTwelveHours, into: hour)
      return true
    }
    connectReturningBool(minute, "output") { [minute] _ in
      let shown = Int(gtk_spin_button_get_value_as_int(opaque(minute)))
      Self.write(shown, inTwoDigits: true, into: minute)
      return true
    }
    for number in [hour, minute] { gtk_spin_button_update(opaque(number)) }
  }

  /// The hour from 0 to 23 for a typed one in 12-hour notation. 1 to 12 stay in the shown half of the day; any other
  /// number is taken as an hour of 24.
  private static func hour(_ typed: Int, isAfternoon: Bool) -> Int {
    guard (1...12).contains(typed) else { return min(max(typed, 0), 23) }
    return typed % 12 + (isAfternoon ? 12 : 0)
  }

  private static func write(_ number: Int, inTwoDigits: Bool, into button: Widget) {
    let text = inTwoDigits && number < 10 ? "0\(number)" : "\(number)"
    if String(cString: gtk_editable_get_text(opaque(button))) != text {
      gtk_editable_set_text(opaque(button), text)
    }
  }

  /// A field for an hour or a minute.
  private static func number(upTo limit: Int, named name: String) -> Widget {
    let button: Widget = gtk_spin_button_new_with_range(0, Double(limit), 1)
    gtk_spin_button_set_wrap(opaque(button), 1)
    gtk_orientable_set_orientation(opaque(button), GTK_ORIENTATION_VERTICAL)
    gtk_editable_set_width_chars(opaque(button), 2)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    Accessibility.setLabel(name, on: button)
    return button
  }
}
