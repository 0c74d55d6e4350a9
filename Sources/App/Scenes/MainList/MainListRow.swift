import Basics
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// A page in the main list, with the number of its open to-dos.
@MainActor
final class MainListRow: KeyedRow {
  /// The `GtkListBoxRow`.
  let widget: Widget
  private(set) var row: MainListState.Row
  private let icon: ListIconView
  private let name: Widget
  private let count: Widget
  /// The icons for a shared list and for a read-only one; created when first needed.
  private var icons: (shared: Widget, readOnly: Widget)?
  private let box: Widget
  /// The heading above the row; created when first needed.
  private var heading: ObjectReference?

  init(_ row: MainListState.Row) {
    self.row = row
    widget = gtk_list_box_row_new()
    name = gtk_label_new(nil)
    count = gtk_label_new(nil)
    box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    icon = ListIconView(icon: Self.icon(of: row.page))
    gtk_label_set_xalign(opaque(name), 0)
    gtk_label_set_ellipsize(opaque(name), PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(name, 1)
    gtk_widget_add_css_class(count, "dim-label")
    gtk_widget_add_css_class(count, "numeric")
    for child in [icon.widget, name, count] { gtk_box_append(cast(box), child) }
    setMargins(box, top: 9, bottom: 9)
    gtk_list_box_row_set_child(cast(widget), box)
    show(row)
  }

  func show(_ row: MainListState.Row) {
    let hasOtherHeading = row.heading != self.row.heading
    self.row = row
    icon.show(row.appearance)
    gtk_label_set_text(opaque(name), row.name)
    gtk_widget_set_tooltip_text(name, row.name.count > 24 ? row.name : nil)
    gtk_label_set_text(opaque(count), row.openCount == 0 ? "" : String(row.openCount))
    if let heading { gtk_label_set_text(heading.pointer, row.heading ?? "") }
    if hasOtherHeading { gtk_list_box_row_changed(cast(widget)) }
    /// Translators: spoken, the name of a list and what is open in it
    Accessibility.setLabel(
      ntr("%2$s, %1$d open to-do", "%2$s, %1$d open to-dos", row.openCount, row.name), on: widget)
    show(row.access)
    let parts = [
      row.appearance.colour?.name, row.place, row.access?.note,
      isReadOnly(row) ? tr("Read only") : nil,
    ]
    Accessibility.setDescription(
      parts.compactMap { $0 }.joined(separator: trc("separator of spoken parts", ", ")), on: widget)
  }

  private func show(_ access: ListAccess?) {
    let note = access?.note
    let isReadOnly = access?.canWrite == false
    if icons == nil, note == nil, !isReadOnly { return }
    let icons = icons ?? makeIcons()
    gtk_widget_set_visible(icons.shared, (note != nil).gboolean)
    gtk_widget_set_tooltip_text(icons.shared, note)
    gtk_widget_set_visible(icons.readOnly, isReadOnly.gboolean)
    gtk_widget_set_tooltip_text(
      icons.readOnly, [tr("Read only"), note].compactMap { $0 }.joined(separator: " · "))
  }

  private func makeIcons() -> (shared: Widget, readOnly: Widget) {
    let made: (shared: Widget, readOnly: Widget) = (
      gtk_image_new_from_icon_name("system-users-symbolic"),
      gtk_image_new_from_icon_name("changes-prevent-symbolic")
    )
    // In the order in which they follow the name.
    for icon in [made.readOnly, made.shared] {
      gtk_widget_add_css_class(icon, "state-mark")
      Accessibility.markDecorative(icon)
      gtk_box_insert_child_after(cast(box), icon, name)
    }
    icons = made
    return made
  }

  private func isReadOnly(_ row: MainListState.Row) -> Bool { row.access?.canWrite == false }

  /// The heading that the list box shows above the row; nil for none.
  func headingWidget() -> Widget? {
    guard let text = row.heading else { return nil }
    if let heading { return cast(heading.pointer) }
    let label: Widget = gtk_label_new(text)
    gtk_label_set_xalign(opaque(label), 0)
    gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(label, "heading")
    gtk_widget_add_css_class(label, "dim-label")
    gtk_widget_set_margin_top(label, 15)
    gtk_widget_set_margin_bottom(label, 3)
    gtk_widget_set_margin_start(label, 12)
    gtk_widget_set_margin_end(label, 12)
    heading = ObjectReference(label)
    return label
  }

  private static func icon(of page: Page) -> String {
    switch page {
    case .important: "starred-symbolic"
    case .assignedToMe: "avatar-default-symbolic"
    case .today: "x-office-calendar-symbolic"
    case .list: "view-list-symbolic"
    }
  }
}
