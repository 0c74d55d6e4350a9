import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// An entry of a form, together with the message about an invalid text.
@MainActor
final class FormEntryRow {
  /// The `AdwEntryRow`.
  let widget: Widget
  private var isShowing = false
  private var problem: String?

  /// - Parameters:
  ///   - purpose: selects the on-screen keyboard; nil for any text.
  ///   - isPassword: whether the text is hidden.
  ///   - onChange: called with the text after the user has changed it.
  ///   - onSubmit: runs at Enter.
  init(
    title: String, purpose: GtkInputPurpose? = nil, isPassword: Bool = false,
    onChange: @escaping @MainActor (String) -> Void, onSubmit: @escaping @MainActor () -> Void
  ) {
    let row: Widget = isPassword ? adw_password_entry_row_new() : adw_entry_row_new()
    widget = row
    adw_preferences_row_set_title(cast(row), title)
    if let purpose { adw_entry_row_set_input_purpose(cast(row), purpose) }
    if isPassword { Self.namePeekButton(in: row) }
    connect(row, "changed") { [weak self] _ in
      guard let self, !isShowing else { return }
      onChange(text)
    }
    connect(row, "entry-activated") { _ in onSubmit() }
  }

  private var text: String { String(cString: gtk_editable_get_text(opaque(widget))) }

  /// Sets the text without reporting it as a change by the user. If the entry has this text already, the cursor does
  /// not move.
  func show(_ new: String) {
    guard text != new.shown else { return }
    isShowing = true
    defer { isShowing = false }
    gtk_editable_set_text(opaque(widget), new)
  }

  /// - Parameter new: what is wrong with the text; nil if nothing is.
  func showProblem(_ new: String?) {
    if new == nil {
      gtk_widget_remove_css_class(widget, "error")
    } else {
      gtk_widget_add_css_class(widget, "error")
    }
    if new != nil || problem != nil { Accessibility.setDescription(new ?? "", on: widget) }
    problem = new
  }

  /// Gives the button that reveals the password an accessible name, which it lacks.
  private static func namePeekButton(in widget: Widget) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if g_type_check_instance_is_a(cast(current), gtk_button_get_type()) != 0 {
        Accessibility.setLabel(tr("Show the Password"), on: current)
      }
      namePeekButton(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
  }
}
