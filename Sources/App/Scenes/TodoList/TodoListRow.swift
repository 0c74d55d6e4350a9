import Basics
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The widgets of one row of the to-do list, reused for one item after another.
///
/// A list view creates about two hundred rows before its first frame. Widgets that few rows need are therefore created
/// when an item needs them for the first time.
@MainActor
final class TodoListRow: RowWidget {
  /// The gestures that a row's widgets report.
  struct Gestures {
    let toggleDone: @MainActor (TodoID, Bool) -> Void
    let toggleStar: @MainActor (TodoID, Bool) -> Void
    var setCollapsed: @MainActor (TodoID, Bool) -> Void = { _, _ in }
    /// Whether a mark that is not stored yet is set; nil if what is stored counts.
    var isOn: @MainActor (TodoToggles.Mark, TodoID) -> Bool? = { _, _ in nil }
  }

  static let key = "optimist-todo-row"
  /// In pixels, as in the style sheet.
  static let minimumHeight: Int32 = 50
  private static let emptyCheck = ButtonMark.ring(diameter: 28, width: 2)
  private static let emptyStar = ButtonMark.icon(
    "io.github.optimist_todo.Optimist-star-symbolic", size: 16)
  private static let fullStar = ButtonMark.icon("starred-symbolic", size: 16)

  let widget: Widget
  private var listItem: OpaquePointer?
  private let check: Widget
  private let title = RowTitle()
  /// The title, or the box with the title and the details below it.
  private var texts: Widget
  private let star: Widget
  private var detail: TodoDetailRow?
  /// Created for the first to-do that has subtasks or is one.
  private var branchRow: TodoBranchRow?
  private var mark: Widget?
  private var avatar: TodoAvatarRow?
  private let avatars: AvatarProvider?
  private var sectionTitle: Widget?
  /// The shown to-do; nil for a section title.
  private(set) var id: TodoID?
  private var shown: TodoRow?
  private(set) var branch = RowBranch()
  private let gestures: Gestures
  private var context = RowContext(today: .first)
  private var isBinding = false
  private var isReadOnly = false
  private var explainsCheck = false
  private var isLater = false
  private var colour: ListColour?

  /// - Parameter avatars: the names and pictures of people; nil shows none.
  init(gestures: Gestures, avatars: AvatarProvider? = nil) {
    self.avatars = avatars
    self.gestures = gestures
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    check = MarkedButton.makeCheck(empty: Self.emptyCheck)
    texts = title.widget
    star = MarkedButton.makeToggle(off: Self.emptyStar, on: Self.fullStar)
    build()
    attach(Box(self), to: widget, key: Self.key)
    connectSignals(gestures)
  }

  func join(_ listItem: OpaquePointer) { self.listItem = listItem }

  /// The row whose outermost widget this is.
  static func of(_ widget: Widget) -> TodoListRow? {
    (attached(to: widget, key: key) as Box?)?.row
  }

  func show(_ item: TodoItem, in context: RowContext) {
    isBinding = true
    defer { isBinding = false }
    self.context = context
    switch item {
    case .doneTitle:
      showSection(tr("Tasks done!"))
    case .todo(let row, let branch):
      if id == nil { showSection(nil) }
      id = row.id
      show(row, insteadOf: shown)
      shown = row
      show(branch, of: row)
      showDetail(of: TodoRowText(row, context, branch))
      tint(context.listColours[row.listID])
    }
  }

  /// Updates the row to another day, time or list name.
  func show(_ context: RowContext) {
    guard let shown, context != self.context else { return }
    self.context = context
    showDetail(of: TodoRowText(shown, context, branch))
    tint(context.listColours[shown.listID])
    setLabel(of: shown)
  }

  private func setLabel(of row: TodoRow) {
    guard let listItem else { return }
    Accessibility.setRowLabel(
      Self.accessibleLabel(of: .todo(row, branch), in: context, avatars: avatars), of: listItem)
  }

  /// The row's index in the list; -1 if it is in none.
  var position: Int { listItem.map { Int(gtk_list_item_get_position($0)) } ?? -1 }

  /// The list of the shown to-do.
  var list: ListID? { shown?.listID }
  var isDone: Bool { shown?.isDone == true }

  /// Sets whether the to-do may only be read.
  func setReadOnly(_ isReadOnly: Bool) {
    guard isReadOnly != self.isReadOnly else { return }
    self.isReadOnly = isReadOnly
    for part in [check, star] { gtk_widget_set_sensitive(part, (!isReadOnly).gboolean) }
    guard !explainsCheck else { return }
    explainsCheck = true
    Tooltip.set(on: check) { [weak self] in self?.isReadOnly == true ? Self.refusal : nil }
  }

  private static var refusal: String { tr("You can only read this list") }

  /// The text that a screen reader speaks for a whole row.
  static func accessibleLabel(
    of item: TodoItem, in context: RowContext, avatars: AvatarProvider? = nil
  ) -> String {
    guard case .todo(let row, let branch) = item else { return tr("Tasks done!") }
    var parts = TodoRowText(row, context, branch).spoken
    if let assignee = row.assignee {
      parts.append(tr("assigned to %s", avatars?.name(of: assignee) ?? assignee.user))
    }
    if let text = text(of: row.mark) { parts.append(text) }
    return parts.joined(separator: trc("separator of spoken parts", ", "))
  }

  /// The row is not visible until it is reused: releases the picture.
  func forget() {
    avatar?.show(nil)
  }

  // MARK: Building

  private func build() {
    gtk_widget_add_css_class(widget, "todo-row")
    for style in ["selection-mode", "todo-check"] { gtk_widget_add_css_class(check, style) }
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(texts, 1)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(star, "star")
    gtk_widget_add_css_class(star, "flat")
    gtk_widget_add_css_class(star, "circular")
    gtk_widget_set_valign(star, GTK_ALIGN_CENTER)
    for child in [check, texts, star] { gtk_box_append(cast(widget), child) }
    // Only the row itself can be focused; keys of the list tick and star it.
    for part in [check, star] {
      gtk_widget_set_focusable(part, 0)
      // Otherwise a check box would claim to have taken a focus that it cannot have.
      gtk_widget_set_can_focus(part, 0)
      ClickGesture.claimPresses(of: part)
      ClickGesture.ignoreDoublePresses(of: part)
    }
  }

  private func connectSignals(_ gestures: Gestures) {
    Tooltip.set(on: title.widget) { [weak self] in
      guard let self, title.isCut else { return nil }
      return shown?.content
    }
    Tooltip.set(on: star) { [weak self] in
      if self?.isReadOnly == true { return Self.refusal }
      return self?.shown?.isStarred == true ? tr("Remove from Important") : tr("Mark as Important")
    }
    connect(check, "toggled") { [weak self] _ in
      guard let self, !isBinding, let id else { return }
      gestures.toggleDone(id, gtk_check_button_get_active(cast(check)) != 0)
    }
    connect(star, "toggled") { [weak self] _ in
      guard let self, !isBinding, let id else { return }
      gestures.toggleStar(id, gtk_toggle_button_get_active(cast(star)) != 0)
    }
  }

  // MARK: Showing

  private func showSection(_ name: String?) {
    let isSection = name != nil
    for part in [check, texts, star] { gtk_widget_set_visible(part, (!isSection).gboolean) }
    // It stays selectable, because GTK cannot move the focus past or into a row that is not.
    if let listItem { gtk_list_item_set_activatable(listItem, (!isSection).gboolean) }
    if let row = gtk_widget_get_parent(widget) {
      (isSection ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(row, "section-row")
    }
    guard let name else {
      if let sectionTitle { gtk_widget_set_visible(sectionTitle, 0) }
      return
    }
    id = nil
    shown = nil
    // The next to-do is not compared with the last one.
    gtk_widget_remove_css_class(title.widget, "done")
    gtk_check_button_set_inconsistent(cast(check), 0)
    avatar?.show(nil)
    show(.none)
    show(RowBranch(), of: nil)
    let label = sectionTitle ?? makeSectionTitle()
    gtk_label_set_text(opaque(label), name)
    gtk_widget_set_visible(label, 1)
  }

  /// Updates only what differs from the previous row, because setting a label causes a layout.
  private func show(_ row: TodoRow, insteadOf old: TodoRow?) {
    if row.content != old?.content {
      title.setText(row.content)
      Accessibility.setLabel(tr("Completed: %s", row.content), on: check)
      Accessibility.setLabel(tr("Important: %s", row.content), on: star)
    }
    if row.isDone != (old?.isDone ?? false) {
      if row.isDone {
        gtk_widget_add_css_class(title.widget, "done")
      } else {
        gtk_widget_remove_css_class(title.widget, "done")
      }
    }
    if row.isCancelled != (old?.isCancelled ?? false) {
      gtk_check_button_set_inconsistent(cast(check), row.isCancelled.gboolean)
    }
    let isDone = gestures.isOn(.done, row.id) ?? row.isDone
    gtk_check_button_set_active(cast(check), isDone.gboolean)
    let isStarred = gestures.isOn(.star, row.id) ?? row.isStarred
    gtk_toggle_button_set_active(cast(star), isStarred.gboolean)
    showAvatar(of: row)
    if row.mark != old?.mark ?? .none { show(row.mark) }
  }

  private func show(_ branch: RowBranch, of row: TodoRow?) {
    guard branchRow != nil || branch != RowBranch() else { return }
    self.branch = branch
    let made = branchRow ?? TodoBranchRow(of: widget, gestures: gestures)
    branchRow = made
    made.show(branch, of: row)
  }

  private func showDetail(of text: TodoRowText) {
    if text.isLater != isLater {
      isLater = text.isLater
      (isLater ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(title.widget, "dim-label")
    }
    if detail == nil, !TodoDetailRow.isNeeded(for: text) { return }
    (detail ?? makeDetail()).show(text)
  }

  /// Gives the check box the colour of the list.
  private func tint(_ colour: ListColour?) {
    guard colour != self.colour else { return }
    if let old = self.colour { gtk_widget_remove_css_class(check, old.styleClass) }
    if let colour { gtk_widget_add_css_class(check, colour.styleClass) }
    self.colour = colour
  }

  private func showAvatar(of row: TodoRow) {
    if avatar == nil, row.assignee == nil { return }
    guard let avatar = avatar ?? makeAvatar() else { return }
    avatar.show(row.assignee)
  }

  private func show(_ state: TodoRow.Mark) {
    let text = Self.text(of: state)
    if mark == nil, text == nil { return }
    let image = mark ?? makeMark()
    gtk_widget_set_visible(image, (text != nil).gboolean)
    Accessibility.setLabel(text ?? "", on: image)
    switch state {
    case .none: break
    case .saving: gtk_image_set_from_icon_name(opaque(image), "document-save-symbolic")
    case .waiting: gtk_image_set_from_icon_name(opaque(image), "document-open-recent-symbolic")
    case .sending: gtk_image_set_from_icon_name(opaque(image), "emblem-synchronizing-symbolic")
    case .quarantined: gtk_image_set_from_icon_name(opaque(image), "dialog-warning-symbolic")
    }
  }

  // MARK: Widgets that few rows need

  private func makeSectionTitle() -> Widget {
    let label: Widget = gtk_label_new(nil)
    gtk_widget_add_css_class(label, "section-title")
    gtk_widget_add_css_class(label, "heading")
    gtk_label_set_xalign(opaque(label), 0)
    gtk_box_append(cast(widget), label)
    sectionTitle = label
    return label
  }

  /// Puts the title and the details below it into a box. Rows without details have no such box, because GTK visits the
  /// nodes of all rows whenever a row is added.
  private func makeDetail() -> TodoDetailRow {
    let made = TodoDetailRow()
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_hexpand(box, 1)
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
    gtk_box_insert_child_after(cast(widget), box, title.widget)
    withExtendedLifetime(ObjectReference(title.widget)) {
      gtk_box_remove(cast(widget), title.widget)
      gtk_box_append(cast(box), title.widget)
    }
    gtk_box_append(cast(box), made.widget)
    texts = box
    detail = made
    return made
  }

  private func makeMark() -> Widget {
    let image: Widget = gtk_image_new()
    gtk_widget_add_css_class(image, "state-mark")
    gtk_widget_set_valign(image, GTK_ALIGN_CENTER)
    gtk_box_insert_child_after(cast(widget), image, texts)
    Tooltip.set(on: image) { [weak self] in self?.shown.flatMap { Self.text(of: $0.mark) } }
    mark = image
    return image
  }

  private func makeAvatar() -> TodoAvatarRow? {
    guard let avatars else { return nil }
    let made = TodoAvatarRow(avatars: avatars) { [weak self] in self?.personDidChange() }
    if let before = gtk_widget_get_prev_sibling(star) {
      gtk_box_insert_child_after(cast(widget), made.widget, before)
    }
    avatar = made
    return made
  }

  /// More is known about the person, so the row's accessible name changes.
  private func personDidChange() {
    if let shown { setLabel(of: shown) }
  }

  private static func text(of mark: TodoRow.Mark) -> String? {
    switch mark {
    case .none: nil
    case .saving: tr("saving")
    case .waiting: tr("not on the server yet")
    case .sending: tr("being sent")
    case .quarantined: tr("refused by the server")
    }
  }

  private final class Box {
    weak var row: TodoListRow?

    init(_ row: TodoListRow) {
      self.row = row
    }
  }
}
