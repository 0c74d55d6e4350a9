import CGtk
import Core
import Platform
import Toolkit

/// The tree controls of a row: its indentation, and the triangle before a to-do with subtasks.
@MainActor
final class TodoBranchRow {
  private let row: Widget
  private let expander: Widget
  private var id: TodoID?
  private var branch = RowBranch()

  /// - Parameter row: the outermost widget of the row.
  init(of row: Widget, gestures: TodoListRow.Gestures) {
    self.row = row
    expander = gtk_button_new()
    for style in ["flat", "expander"] { gtk_widget_add_css_class(expander, style) }
    gtk_widget_set_valign(expander, GTK_ALIGN_CENTER)
    // Like the other parts of a row, it is not focusable: keys of the list do the same.
    gtk_widget_set_focusable(expander, 0)
    gtk_widget_set_can_focus(expander, 0)
    gtk_widget_set_visible(expander, 0)
    ClickGesture.claimPresses(of: expander)
    gtk_box_prepend(cast(row), expander)
    connect(expander, "clicked") { [weak self] _ in
      guard let self, let id else { return }
      gestures.setCollapsed(id, !branch.isCollapsed)
    }
  }

  /// - Parameter todo: nil if the row shows no to-do.
  func show(_ branch: RowBranch, of todo: TodoRow?) {
    id = todo?.id
    gtk_widget_set_margin_start(row, Self.indentation(branch.depth))
    gtk_widget_set_visible(expander, (branch.count > 0).gboolean)
    (branch.count > 0 ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(row, "branch")
    if branch.count > 0 {
      gtk_button_set_icon_name(
        cast(expander), branch.isCollapsed ? "pan-end-symbolic" : "pan-down-symbolic")
      Accessibility.setLabel(tr("Subtasks of %s", todo?.content ?? ""), on: expander)
    }
    self.branch = branch
    guard let item = gtk_widget_get_parent(row) else { return }
    Accessibility.setBranch(
      level: branch.depth + 1, isExpanded: branch.count > 0 ? !branch.isCollapsed : nil, on: item)
  }

  /// In pixels: three full steps, then small ones, so that a narrow window has room for the title.
  static func indentation(_ depth: Int) -> Int32 {
    Int32(min(depth, 3) * 24 + min(max(depth - 3, 0), 4) * 6)
  }
}
