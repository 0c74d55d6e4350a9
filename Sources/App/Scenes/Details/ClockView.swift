import CGtk
import Core
import Platform
import Toolkit

/// A button that opens the hour and minute of a time.
@MainActor
final class ClockView {
  /// The `GtkMenuButton`.
  let widget: Widget
  var onTime: @MainActor (TimeOfDay) -> Void = { _ in }
  private let popover: Widget
  private let column: Widget
  private let hour: Widget
  private let minute: Widget
  private var isRendering = false

  /// - Parameter name: what the button is called.
  init(named name: String) {
    widget = gtk_menu_button_new()
    popover = gtk_popover_new()
    column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    hour = Self.number(upTo: 23, named: trc("of a time", "Hour"))
    minute = Self.number(upTo: 59, named: trc("of a time", "Minute"))
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
    gtk_spin_button_set_value(opaque(self.hour), Double(hour))
    gtk_spin_button_set_value(opaque(self.minute), Double(minute))
  }

  /// Chooses the time that is shown.
  func chooseShown() {
    let time = TimeOfDay(
      hour: Int(gtk_spin_button_get_value_as_int(opaque(hour))),
      minute: Int(gtk_spin_button_get_value_as_int(opaque(minute))))
    if let time { onTime(time) }
  }

  /// Puts a check box below the time.
  /// - Parameter label: with `_` before the mnemonic letter.
  /// - Returns: the check box, for ``setCheck(_:_:)``.
  func addCheck(_ label: String, _ run: @escaping @MainActor (Bool) -> Void) -> Widget {
    let check: Widget = gtk_check_button_new_with_mnemonic(label)
    Accessibility.useTextAsLabel(of: check)
    // Unlike a button, GTK 4.8 does not name a check box by the text in it.
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

  /// Puts a button below the time, which closes it.
  /// - Parameter label: with `_` before the mnemonic letter.
  @discardableResult
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
    for child in [hour, colon, minute] { gtk_box_append(cast(row), child) }
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    // A time of day is written so in every direction of text.
    gtk_widget_set_direction(row, GTK_TEXT_DIR_LTR)
    gtk_box_append(cast(column), row)
    gtk_popover_set_child(cast(popover), column)
    for number in [hour, minute] {
      connect(number, "value-changed") { [weak self] _ in
        if let self, !isRendering { chooseShown() }
      }
    }
  }

  /// A field for the hour or the minute of a time, in two digits.
  private static func number(upTo limit: Int, named name: String) -> Widget {
    let button: Widget = gtk_spin_button_new_with_range(0, Double(limit), 1)
    gtk_spin_button_set_wrap(opaque(button), 1)
    gtk_orientable_set_orientation(opaque(button), GTK_ORIENTATION_VERTICAL)
    gtk_editable_set_width_chars(opaque(button), 2)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    Accessibility.setLabel(name, on: button)
    connectReturningBool(button, "output") { _ in
      let value = gtk_spin_button_get_value_as_int(opaque(button))
      let text = value < 10 ? "0\(value)" : "\(value)"
      if String(cString: gtk_editable_get_text(opaque(button))) != text {
        gtk_editable_set_text(opaque(button), text)
      }
      return true
    }
    return button
  }
}
