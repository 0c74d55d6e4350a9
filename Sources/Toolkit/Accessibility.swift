import CGtk
import Platform

/// The information that widgets give to assistive technology.
@MainActor
package enum Accessibility {
  /// Makes GTK report widget positions correctly. Call once, before there are windows.
  package static func prepare() {
    optimist_accessible_correct_bounds()
  }

  /// Gives an accessible name to a widget whose own text is not one, such as a button with only an icon.
  package static func setLabel(_ label: String, on widget: some ObjectPointer) {
    optimist_accessible_set_label(cast(widget), label.shown)
  }

  /// Makes a button use its visible text as its accessible name.
  ///
  /// Otherwise GTK 4.8 names a button by its raw label, including the `_` of the mnemonic, followed by its text.
  package static func useTextAsLabel(of button: some ObjectPointer) {
    optimist_accessible_reset_label(cast(button))
  }

  /// Adds a description, which is read after the name.
  package static func setDescription(_ description: String, on widget: some ObjectPointer) {
    optimist_accessible_set_description(cast(widget), description.shown)
  }

  /// Takes a widget's accessible name from another widget's text, as for an entry with a label before it.
  package static func setLabel(of widget: some ObjectPointer, from label: some ObjectPointer) {
    optimist_accessible_set_labelled_by(cast(widget), cast(label))
  }

  /// Hides a purely decorative widget from assistive technology.
  package static func markDecorative(_ widget: some ObjectPointer) {
    optimist_accessible_set_hidden(cast(widget), true.gboolean)
  }

  /// Speaks a message that is not the text of a widget. Does nothing before GTK 4.14.
  /// - Parameters:
  ///   - widget: any widget of the window that the message is about.
  ///   - isUrgent: whether it interrupts the current speech.
  package static func announce(
    _ message: String, on widget: some ObjectPointer, isUrgent: Bool = false
  ) {
    optimist_accessible_announce(cast(widget), message, isUrgent.gboolean)
  }

  /// Gives an accessible name to the whole row of a `GtkListItem`, whose child must be set.
  package static func setRowLabel(_ label: String, of listItem: OpaquePointer) {
    optimist_list_item_set_accessible_label(listItem, label)
  }

  /// Sets the place of a row in a tree.
  /// - Parameters:
  ///   - level: 1 for the top level.
  ///   - isExpanded: nil for a row without children.
  package static func setBranch(level: Int, isExpanded: Bool?, on row: some ObjectPointer) {
    optimist_accessible_set_branch(cast(row), gint(level), isExpanded.map { $0 ? 1 : 0 } ?? -1)
  }
}
