import CGtk
import Platform

/// Shows numbers in `GtkSpinButton`s.
@MainActor
package enum SpinButton {
  /// Shows a number. A number that is shown already is left alone: GTK would write it again, over what the user is typing.
  package static func show(_ number: Int, in spin: Widget) {
    guard gtk_spin_button_get_value(opaque(spin)) != Double(number) else { return }
    gtk_spin_button_set_value(opaque(spin), Double(number))
  }
}
