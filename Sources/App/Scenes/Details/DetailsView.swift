import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The details: a pane with everything about one to-do, one row for each field.
@MainActor
final class DetailsView {
  let widget: Widget
  let presenter: DetailsPresenter
  private let back: Widget
  private let header: Widget
  private let heading: Widget
  private let banner = Banner()
  private let title: TextRow
  private let notes: TextRow
  private let due: TimeRow
  private let start: TimeRow
  private let priority: Widget
  private let status: Widget
  private let tags: TagsRow
  private let link: LinkRow
  private let repeating: RepeatRow
  private let reminders: RemindersView
  private let place: PlaceView
  private let subtasks: SubtasksView
  private let history = HistoryView()
  private let lists: Widget
  private let assignee: AssigneeRow
  private let onReturn: @MainActor () -> Void
  /// Whether the widgets are destroyed; pending work may end after that.
  private var isDestroyed = false
  private var isRendering: Bool { presenter.screen.isRendering }
  private var rendered: DetailsState? { presenter.screen.rendered }

  /// - Parameters:
  ///   - pictures: nil shows only initials.
  ///   - onReturn: moves the focus back to the list.
  init(
    presenter: DetailsPresenter, pictures: (any PictureLoading)? = nil,
    onReturn: @escaping @MainActor () -> Void = {}
  ) {
    self.presenter = presenter
    self.onReturn = onReturn
    widget = optimist_box_new_with_role(GTK_ORIENTATION_VERTICAL, 0, GTK_ACCESSIBLE_ROLE_FORM)
    back = gtk_button_new_from_icon_name(Self.closeIcon)
    header = adw_header_bar_new()
    heading = adw_window_title_new("", "")
    title = TextRow(
      title: tr("Title"), description: tr("Enter goes back to the list"))
    notes = TextRow(
      title: tr("Notes"), description: tr("Ctrl+Enter opens a link"), lines: 4, hasLinks: true)
    due = TimeRow(
      .init(
        title: trc("day or time of a to-do", "Due"), day: tr("Choose a Day"), clear: tr("No Day"),
        time: tr("Choose a Time")),
      of: \.due, presenter: presenter)
    start = TimeRow(
      .init(
        title: trc("day or time of a to-do", "Start"), day: tr("Choose the Day of the Start"),
        clear: tr("No Start"), time: tr("Choose the Time of the Start")),
      of: \.start, presenter: presenter)
    priority = adw_combo_row_new()
    status = adw_combo_row_new()
    tags = TagsRow(presenter: presenter)
    link = LinkRow(presenter: presenter)
    repeating = RepeatRow(presenter: presenter)
    reminders = RemindersView(presenter: presenter)
    place = PlaceView(presenter: presenter)
    subtasks = SubtasksView(presenter: presenter)
    lists = adw_combo_row_new()
    assignee = AssigneeRow(presenter: presenter, pictures: pictures)
    build()
    connectSignals()
    attach(self, to: widget)
    onDestroy(widget) { [weak self] in self?.isDestroyed = true }
    presenter.screen.attach { [weak self] in self?.render($0) }
    presenter.didLoad()
  }

  /// Not a cross, because the window has one in the same bar.
  private static let closeIcon = "sidebar-show-right-symbolic"

  /// Puts the focus on the title, or on the notes if nothing can be changed.
  func focus() {
    (presenter.isReadOnly ? notes : title).area.grabFocus()
  }

  /// Types keys into the title that were pressed while the details were being opened.
  func type(_ keys: [HeldKey]) {
    if !presenter.isReadOnly { title.area.type(keys) }
  }

  /// Adds the texts in the entries, and closes the details.
  func close() {
    takeEntries()
    presenter.didClose()
  }

  /// Adds the texts in the entries for tags and subtasks, even if the user has not pressed Enter.
  func takeEntries() {
    tags.submit()
    subtasks.submit()
  }

  /// Sets whether the details cover the list.
  func setFolded(_ isFolded: Bool) {
    gtk_button_set_icon_name(
      cast(back), isFolded ? "go-previous-symbolic" : Self.closeIcon)
    let name = isFolded ? tr("Back") : tr("Close Details")
    gtk_widget_set_tooltip_text(back, name)
    Accessibility.setLabel(name, on: back)
    // The details then cover the bar with the window buttons, which a desktop may have at the start.
    adw_header_bar_set_show_start_title_buttons(opaque(header), isFolded.gboolean)
  }

  // MARK: Building

  private func build() {
    optimist_header_bar_without_back(header)
    adw_header_bar_set_title_widget(opaque(header), heading)
    adw_header_bar_pack_start(opaque(header), back)
    setFolded(false)
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    setMargins(column, 12, top: 12, bottom: 18)
    let groups = [
      group([place.wayUp, title.widget, status, priority, lists, assignee.widget]),
      subtasks.widget,
      group([due.widget, start.widget] + repeating.rows), group([reminders.widget]),
      group([notes.widget]), group(tags.rows + [link.widget]), place.group,
      history.widget,
    ]
    for group in groups { gtk_box_append(cast(column), group) }
    adw_preferences_row_set_title(cast(lists), trc("where a to-do is kept", "List"))
    adw_preferences_row_set_title(cast(priority), tr("Priority"))
    adw_preferences_row_set_title(cast(status), trc("what became of a to-do", "Status"))
    let clamp: Widget = adw_clamp_new()
    adw_clamp_set_maximum_size(opaque(clamp), Self.width)
    adw_clamp_set_child(opaque(clamp), column)
    let page = ToolbarPage(header: header)
    page.addTop(banner.widget)
    page.setContent(scrolled(clamp))
    gtk_widget_set_vexpand(page.widget, 1)
    gtk_box_append(cast(widget), page.widget)
  }

  /// Pixels.
  private static let width: Int32 = 560
  private static let levels = Priority.Level.allCases

  private func group(_ rows: [Widget]) -> Widget {
    let group: Widget = adw_preferences_group_new()
    for row in rows { adw_preferences_group_add(cast(group), row) }
    return group
  }

  private func connectSignals() {
    connect(back, "clicked") { [weak self] _ in self?.close() }
    for (row, field) in [(title, TodoEdit.Text.title), (notes, .notes)] {
      row.area.onType = { [weak presenter] in presenter?.didType($0, into: field) }
      row.area.onLeave = { [weak presenter] in presenter?.didLeave(field) }
    }
    title.area.onEnter = { [weak self] in
      self?.presenter.keep()
      self?.onReturn()
    }
    notes.area.onLinkFailure = { [weak presenter] in presenter?.didFailToOpen($0, $1) }
    connect(priority, "notify::selected") { [weak self] _ in
      guard let self, !isRendering,
        let level = Self.levels.at(adw_combo_row_get_selected(cast(priority)))
      else { return }
      presenter.didChoose(level)
    }
    connect(status, "notify::selected") { [weak self] _ in
      guard let self, !isRendering,
        let chosen = Todo.Status.allCases.at(adw_combo_row_get_selected(cast(status)))
      else { return }
      presenter.didChoose(chosen)
    }
    connect(lists, "notify::selected") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didChooseList(Int(adw_combo_row_get_selected(cast(lists))))
    }
    FocusController.onLeave(
      widget, whenInactive: { [weak presenter] in presenter?.didLeaveWindow() },
      { [weak presenter] in presenter?.didLeave() })
  }

  // MARK: Rendering

  func render(_ state: DetailsState) {
    guard !isDestroyed else { return }
    let name = state.storageState == .new ? tr("New To-Do") : tr("Details")
    adw_window_title_set_title(opaque(heading), name)
    Accessibility.setLabel(name, on: widget)
    banner.setText(Self.warning(state))
    title.area.show(state.todo.content)
    notes.area.show(state.todo.notes)
    if state.keptCount != rendered?.keptCount ?? 0 {
      for row in [title, notes] { row.area.forgetTyping() }
    }
    for row in [title, notes] { row.area.setEditable(!state.isReadOnly) }
    // These rows are disabled; texts stay selectable and can be copied.
    for row in [
      status, priority, lists, assignee.widget, due.widget, start.widget,
    ] + repeating.rows {
      gtk_widget_set_sensitive(row, (!state.isReadOnly).gboolean)
    }
    ComboRow.show(
      Self.levels.map { FieldText.name(of: $0) },
      chosen: Self.levels.firstIndex(of: state.todo.priority.level) ?? 0, in: priority)
    gtk_widget_set_visible(status, (state.storageState != .new).gboolean)
    ComboRow.show(
      Todo.Status.allCases.map { FieldText.name(of: $0) },
      chosen: Todo.Status.allCases.firstIndex(of: state.status) ?? 0, in: status)
    due.render(state.todo.due)
    start.render(state.todo.start)
    repeating.render(state)
    tags.render(state)
    link.render(state.todo.url, isReadOnly: state.isReadOnly)
    reminders.render(state)
    subtasks.render(state)
    history.render(state.todo.completions)
    place.render(state)
    gtk_widget_set_visible(lists, (state.lists.count > 1).gboolean)
    ComboRow.show(state.lists.map(\.name), chosen: state.chosenList, in: lists)
    assignee.render(state)
  }

  private static func warning(_ state: DetailsState) -> String? {
    if state.storageState == .deleted {
      return state.isReadOnly
        ? tr("This to-do has been deleted")
        : tr("This to-do has been deleted. A change brings it back.")
    }
    return state.isReadOnly ? tr("You can only read this list") : nil
  }
}

extension Array {
  /// Nil if nothing is chosen in the combo box.
  fileprivate func at(_ index: guint) -> Element? {
    indices.contains(Int(index)) ? self[Int(index)] : nil
  }
}
