import CAdwaita
import CGtk
import Core

/// The widgets of one row of the to-do list, shown for one item after another.
@MainActor
final class TodoListRow: RowWidget {
  /// What a row's widgets report.
  struct Gestures {
    let toggleDone: @MainActor (TodoID, Bool) -> Void
    let toggleStar: @MainActor (TodoID, Bool) -> Void
    /// Asks for the menu of a row at a point of its widget.
    let openMenu: @MainActor (TodoListRow, _ x: Double, _ y: Double) -> Void
  }

  static let key = "optimist-todo-row"

  let widget: Widget
  private let listItem: OpaquePointer
  private let content: Widget
  private let check: Widget
  private let title: Widget
  private let detail: Widget
  private let mark: Widget
  private let star: Widget
  private let sectionTitle: Widget
  /// The to-do on show; nil for a section title.
  private(set) var id: TodoID?
  private var isBinding = false

  init(listItem: OpaquePointer, gestures: Gestures) {
    self.listItem = listItem
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    check = gtk_check_button_new()
    title = gtk_label_new(nil)
    detail = gtk_label_new(nil)
    mark = gtk_image_new()
    star = gtk_toggle_button_new()
    sectionTitle = gtk_label_new(tr("Tasks done!"))
    build()
    attach(Box(self), to: widget, key: Self.key)
    connectSignals(gestures)
  }

  /// The row whose outermost widget this is.
  static func of(_ widget: Widget) -> TodoListRow? {
    (attached(to: widget, key: key) as Box?)?.row
  }

  func show(_ item: TodoItem, isMixed: Bool) {
    isBinding = true
    defer { isBinding = false }
    guard case .todo(let row) = item else {
      id = nil
      gtk_list_item_set_selectable(listItem, 0)
      gtk_list_item_set_activatable(listItem, 0)
      gtk_widget_set_visible(content, 0)
      gtk_widget_set_visible(sectionTitle, 1)
      return
    }
    id = row.id
    gtk_list_item_set_selectable(listItem, 1)
    gtk_list_item_set_activatable(listItem, 1)
    gtk_widget_set_visible(content, 1)
    gtk_widget_set_visible(sectionTitle, 0)
    gtk_label_set_text(opaque(title), row.content)
    gtk_widget_set_tooltip_text(title, row.content.count > 80 ? row.content : nil)
    if row.isDone {
      gtk_widget_add_css_class(title, "done")
    } else {
      gtk_widget_remove_css_class(title, "done")
    }
    gtk_check_button_set_active(cast(check), row.isDone.gboolean)
    gtk_toggle_button_set_active(cast(star), row.isStarred.gboolean)
    showStar(row.isStarred)
    let detailText = Self.detail(of: row)
    gtk_label_set_text(opaque(detail), detailText)
    gtk_widget_set_visible(detail, (!detailText.isEmpty).gboolean)
    show(row.mark)
    Accessibility.setLabel(tr("Completed: %s", row.content), on: check)
    Accessibility.setLabel(tr("Important: %s", row.content), on: star)
  }

  /// What a screen reader says for a whole row.
  static func accessibleLabel(of item: TodoItem) -> String {
    guard case .todo(let row) = item else { return tr("Tasks done!") }
    var parts = [row.content]
    if row.isDone { parts.append(tr("completed")) }
    if row.isStarred { parts.append(tr("important")) }
    if let day = row.date { parts.append(PageText.day(day)) }
    if row.hasAlarm { parts.append(tr("with an alarm")) }
    if let text = text(of: row.mark) { parts.append(text) }
    return parts.joined(separator: ", ")
  }

  // MARK: Parts

  private func build() {
    gtk_widget_add_css_class(content, "todo-row")
    gtk_widget_add_css_class(check, "selection-mode")
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
    gtk_label_set_xalign(opaque(title), 0)
    gtk_label_set_wrap(opaque(title), 1)
    gtk_label_set_wrap_mode(opaque(title), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(opaque(title), 2)
    gtk_label_set_ellipsize(opaque(title), PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(opaque(detail), 0)
    gtk_widget_add_css_class(detail, "dim-label")
    gtk_widget_add_css_class(detail, "caption")
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_hexpand(texts, 1)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    gtk_box_append(cast(texts), title)
    gtk_box_append(cast(texts), detail)
    gtk_widget_add_css_class(mark, "state-mark")
    gtk_widget_set_valign(mark, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(star, "star")
    gtk_widget_add_css_class(star, "flat")
    gtk_widget_add_css_class(star, "circular")
    gtk_widget_set_valign(star, GTK_ALIGN_CENTER)
    for child in [check, texts, mark, star] { gtk_box_append(cast(content), child) }
    gtk_widget_add_css_class(sectionTitle, "section-title")
    gtk_widget_add_css_class(sectionTitle, "heading")
    gtk_label_set_xalign(opaque(sectionTitle), 0)
    gtk_box_append(cast(widget), content)
    gtk_box_append(cast(widget), sectionTitle)
  }

  private func connectSignals(_ gestures: Gestures) {
    connect(check, "toggled") { [weak self] _ in
      guard let self, !isBinding, let id else { return }
      gestures.toggleDone(id, gtk_check_button_get_active(cast(check)) != 0)
    }
    connect(star, "toggled") { [weak self] _ in
      guard let self else { return }
      let isStarred = gtk_toggle_button_get_active(cast(star)) != 0
      showStar(isStarred)
      if !isBinding, let id { gestures.toggleStar(id, isStarred) }
    }
    ContextMenuGesture.add(to: widget) { [weak self] x, y in
      if let self, id != nil { gestures.openMenu(self, x, y) }
    }
  }

  private func showStar(_ isStarred: Bool) {
    gtk_button_set_icon_name(cast(star), isStarred ? "starred-symbolic" : "non-starred-symbolic")
    gtk_widget_set_tooltip_text(
      star, isStarred ? tr("Remove from Important") : tr("Mark as Important"))
  }

  private func show(_ state: TodoRow.Mark) {
    let text = Self.text(of: state)
    gtk_widget_set_visible(mark, (text != nil).gboolean)
    gtk_widget_set_tooltip_text(mark, text)
    Accessibility.setLabel(text ?? "", on: mark)
    switch state {
    case .none: break
    case .saving: gtk_image_set_from_icon_name(opaque(mark), "document-save-symbolic")
    case .waiting: gtk_image_set_from_icon_name(opaque(mark), "emblem-synchronizing-symbolic")
    case .refused: gtk_image_set_from_icon_name(opaque(mark), "dialog-warning-symbolic")
    }
  }

  private static func text(of mark: TodoRow.Mark) -> String? {
    switch mark {
    case .none: nil
    case .saving: tr("saving")
    case .waiting: tr("not on the server yet")
    case .refused: tr("refused by the server")
    }
  }

  private static func detail(of row: TodoRow) -> String {
    var parts: [String] = []
    if let day = row.date { parts.append(PageText.shortDay(day)) }
    if row.hasAlarm { parts.append("⏰") }
    return parts.joined(separator: " · ")
  }

  private final class Box {
    weak var row: TodoListRow?

    init(_ row: TodoListRow) {
      self.row = row
    }
  }
}
