import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// The edit task scene: a dialog with everything about one to-do.
@MainActor
final class EditTaskView {
  let dialog: DialogView
  let presenter: EditTaskPresenter
  private let content: Widget
  private let notes: OpaquePointer
  private let notesView: Widget
  private let star: Widget
  private let dateRow: Widget
  private let clearDate: Widget
  private let alarm: AlarmRow
  private let lists: Widget
  private let assignee: AssigneeRow
  private var rendered: EditTaskState? { presenter.screen.rendered }
  private var isRendering: Bool { presenter.screen.isRendering }

  /// - Parameter pictures: nil shows initials only.
  init(
    presenter: EditTaskPresenter, pictures: (any PictureLoading)? = nil, parent: Widget?
  ) {
    self.presenter = presenter
    dialog = DialogView(
      title: "", parent: parent, actionLabel: presenter.isReadOnly ? nil : tr("_Save"), width: 420,
      onCancel: { [weak presenter] in presenter?.didClose() },
      onAction: { [weak presenter] in presenter?.didSave() })
    content = adw_entry_row_new()
    notes = opaque(gtk_text_buffer_new(nil))
    notesView = gtk_text_view_new_with_buffer(cast(notes))
    star = gtk_switch_new()
    dateRow = adw_action_row_new()
    clearDate = gtk_button_new_from_icon_name("edit-clear-symbolic")
    alarm = AlarmRow(presenter: presenter)
    lists = adw_combo_row_new()
    assignee = AssigneeRow(presenter: presenter, pictures: pictures)
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
  }

  // MARK: Building

  private func build() {
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    setMargins(page, 18)
    for rows in [[titleRow(), starRow(), lists, assignee.widget], [dayRow()] + alarm.rows] {
      let group = group(rows)
      gtk_widget_set_sensitive(group, (!presenter.isReadOnly).gboolean)
      gtk_box_append(cast(page), group)
    }
    gtk_box_append(cast(page), notesBox())
    adw_preferences_row_set_title(cast(lists), trc("where a to-do is kept", "List"))
    gtk_widget_set_visible(lists, 0)
    connect(lists, "notify::selected") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didChooseList(Int(adw_combo_row_get_selected(cast(lists))))
    }
    let scrolled: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(opaque(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(opaque(scrolled), 1)
    gtk_scrolled_window_set_max_content_height(opaque(scrolled), 560)
    gtk_scrolled_window_set_child(opaque(scrolled), page)
    dialog.append(scrolled)
  }

  private func group(_ rows: [Widget]) -> Widget {
    let group: Widget = adw_preferences_group_new()
    for row in rows { adw_preferences_group_add(cast(group), row) }
    return group
  }

  private func titleRow() -> Widget {
    adw_preferences_row_set_title(cast(content), tr("Title"))
    connect(content, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didChangeContent(String(cString: gtk_editable_get_text(opaque(content))))
    }
    connect(content, "entry-activated") { [weak presenter] _ in presenter?.didSave() }
    return content
  }

  private func starRow() -> Widget {
    connect(star, "notify::active") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didToggleStar(gtk_switch_get_active(opaque(star)) != 0)
    }
    return switchRow(star, title: tr("Important"))
  }

  private func dayRow() -> Widget {
    adw_preferences_row_set_title(cast(dateRow), trc("date of a to-do", "Day"))
    let choose: Widget = gtk_button_new_from_icon_name("x-office-calendar-symbolic")
    gtk_widget_set_tooltip_text(choose, tr("Choose a Day"))
    gtk_widget_set_tooltip_text(clearDate, tr("No Day"))
    Accessibility.setLabel(tr("No Day"), on: clearDate)
    for button in [clearDate, choose] {
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      gtk_widget_add_css_class(button, "flat")
      adw_action_row_add_suffix(cast(dateRow), button)
    }
    adw_action_row_set_activatable_widget(cast(dateRow), choose)
    // The row has just named it.
    Accessibility.setLabel(tr("Choose a Day"), on: choose)
    connect(choose, "clicked") { [weak self] arguments in
      CalendarPopover.show(
        over: arguments.emitter, day: (self?.rendered?.due?.day).map { ($0.year, $0.month, $0.day) }
      ) { year, month, day in
        self?.presenter.didChooseDate(CalendarDay(year: year, month: month, day: day))
      }
    }
    connect(clearDate, "clicked") { [weak presenter] _ in presenter?.didChooseDate(nil) }
    return dateRow
  }

  private func notesBox() -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    let label: Widget = gtk_label_new(tr("Notes"))
    gtk_label_set_xalign(opaque(label), 0)
    gtk_widget_add_css_class(label, "heading")
    let view = notesView
    g_object_unref(UnsafeMutableRawPointer(notes))
    gtk_text_view_set_wrap_mode(cast(view), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(cast(view), 0)
    // The text can still be selected and copied.
    gtk_text_view_set_editable(cast(view), (!presenter.isReadOnly).gboolean)
    gtk_text_view_set_left_margin(cast(view), 9)
    gtk_text_view_set_right_margin(cast(view), 9)
    gtk_text_view_set_top_margin(cast(view), 9)
    gtk_text_view_set_bottom_margin(cast(view), 9)
    Accessibility.setLabel(tr("Notes"), on: view)
    let scrolled: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_min_content_height(opaque(scrolled), 90)
    gtk_scrolled_window_set_child(opaque(scrolled), view)
    gtk_widget_add_css_class(scrolled, "card")
    gtk_widget_set_overflow(scrolled, GTK_OVERFLOW_HIDDEN)
    gtk_box_append(cast(box), label)
    gtk_box_append(cast(box), scrolled)
    connect(notes, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didChangeNotes(notesText)
    }
    return box
  }

  private var notesText: String {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(cast(notes), &start, &end)
    guard let text = gtk_text_buffer_get_text(cast(notes), &start, &end, 0) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  // MARK: Rendering

  func render(_ state: EditTaskState) {
    gtk_window_set_title(cast(dialog.window), state.title)
    if String(cString: gtk_editable_get_text(opaque(content))) != state.content.shown {
      gtk_editable_set_text(opaque(content), state.content)
    }
    if notesText != state.notes.shown { gtk_text_buffer_set_text(cast(notes), state.notes, -1) }
    gtk_switch_set_active(opaque(star), state.isStarred.gboolean)
    let day = state.due.map { DateText.long($0.day) } ?? trc("no day", "None")
    adw_action_row_set_subtitle(cast(dateRow), day)
    gtk_widget_set_visible(clearDate, (state.due != nil).gboolean)
    alarm.render(state.alarm)
    renderLists(state)
    assignee.render(state)
    dialog.setActionSensitive(state.canSave)
    if state.isReady, rendered?.isReady != true {
      dialog.present(focusing: state.isReadOnly ? notesView : content)
    }
  }

  private func renderLists(_ state: EditTaskState) {
    gtk_widget_set_visible(lists, (state.lists.count > 1).gboolean)
    ComboRow.show(state.lists.map(\.name), chosen: state.chosenList, in: lists)
  }
}
