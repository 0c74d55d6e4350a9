import Basics
import CGtk
import Core
import Platform
import Sync
import Toolkit

/// A conflict: the value that was kept, the value that was replaced, and the buttons to decide otherwise.
@MainActor
final class ConflictItemRow: RowWidget {
  let widget: Widget
  private let title: Widget
  private let values: Widget
  private let when: Widget
  private let restore: Widget
  private let dismiss: Widget
  private var row: ConflictRow?

  init(
    onRestore: @escaping @MainActor (ConflictRow) -> Void,
    onDismiss: @escaping @MainActor (ConflictRow) -> Void
  ) {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    title = gtk_label_new(nil)
    values = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    when = gtk_label_new(nil)
    restore = gtk_button_new_with_mnemonic("")
    dismiss = gtk_button_new_with_mnemonic(tr("_Dismiss"))
    gtk_label_set_xalign(opaque(title), 0)
    gtk_label_set_ellipsize(opaque(title), PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(title, "heading")
    gtk_label_set_xalign(opaque(when), 0)
    gtk_widget_set_hexpand(when, 1)
    gtk_label_set_wrap(opaque(when), 1)
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(when, style) }
    gtk_widget_add_css_class(widget, "todo-row")
    let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    for child in [when, dismiss, restore] { gtk_box_append(cast(buttons), child) }
    for child in [title, values, buttons] { gtk_box_append(cast(widget), child) }
    for button in [restore, dismiss] { ClickGesture.ignoreDoublePresses(of: button) }
    connect(restore, "clicked") { [weak self] _ in
      if let row = self?.row { onRestore(row) }
    }
    connect(dismiss, "clicked") { [weak self] _ in
      if let row = self?.row { onDismiss(row) }
    }
  }

  func show(_ row: ConflictRow) {
    self.row = row
    gtk_label_set_text(opaque(title), row.title)
    gtk_label_set_text(opaque(when), row.when)
    removeChildren(of: values)
    for value in row.values {
      let kept = wrappingLabel(tr("%s, kept: %s", value.field, value.kept), lines: 4)
      let lost = wrappingLabel(tr("%s on the other device: %s", value.field, value.lost), lines: 4)
      gtk_widget_add_css_class(lost, "dim-label")
      for line in [kept, lost] { gtk_box_append(cast(values), line) }
    }
    gtk_button_set_label(
      cast(restore),
      row.values.count > 1 ? tr("_Restore These Values") : tr("_Restore This Value"))
    for button in [restore, dismiss] {
      Accessibility.useTextAsLabel(of: button)
      Accessibility.setDescription(row.title, on: button)
    }
  }

  static func accessibleLabel(of row: ConflictRow) -> String {
    let values = row.values.flatMap { value in
      [
        tr("%s, kept: %s", value.field, value.kept),
        tr("%s on the other device: %s", value.field, value.lost),
      ]
    }
    return ([row.title] + values + [row.when]).joined(separator: ", ")
  }
}
