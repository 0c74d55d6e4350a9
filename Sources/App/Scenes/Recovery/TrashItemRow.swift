import CGtk
import Core
import Platform
import Service
import Toolkit

/// An item in the trash, with the button that restores it.
@MainActor
final class TrashItemRow: RowWidget {
  let widget: Widget
  private let title: Widget
  private let detail: Widget
  private let restore: Widget
  private var row: TrashRow?

  init(onRestore: @escaping @MainActor (TrashRow) -> Void) {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    title = wrappingLabel(lines: 2)
    detail = wrappingLabel(lines: 2)
    restore = gtk_button_new_with_mnemonic(tr("_Restore"))
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3)
    for label in [title, detail] { gtk_box_append(cast(texts), label) }
    gtk_widget_add_css_class(detail, "caption")
    gtk_widget_add_css_class(detail, "dim-label")
    gtk_widget_set_hexpand(texts, 1)
    Accessibility.useTextAsLabel(of: restore)
    gtk_widget_set_valign(restore, GTK_ALIGN_CENTER)
    gtk_box_append(cast(widget), texts)
    gtk_box_append(cast(widget), restore)
    gtk_widget_add_css_class(widget, "todo-row")
    ClickGesture.ignoreDoublePresses(of: restore)
    connect(restore, "clicked") { [weak self] _ in
      if let row = self?.row { onRestore(row) }
    }
  }

  func show(_ row: TrashRow) {
    self.row = row
    gtk_label_set_text(opaque(title), row.title)
    gtk_label_set_text(opaque(detail), row.place + " · " + row.reason)
    Accessibility.setDescription(row.title, on: restore)
  }

  static func accessibleLabel(of row: TrashRow) -> String {
    [row.title, row.place, row.reason].joined(separator: ", ")
  }
}
