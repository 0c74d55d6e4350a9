import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The reminders of a to-do, and the menu that adds one.
@MainActor
final class RemindersView {
  /// The list of rows.
  let widget: Widget
  private let rows: KeyedWidgets<ReminderRow>
  private let add: Widget
  private let addRow: Widget
  private let actions = ActionGroup()
  private var offered: [[Reminder]]?

  init(presenter: DetailsPresenter) {
    rows = KeyedWidgets { [weak presenter] in ReminderRow($0, presenter: presenter) }
    widget = rows.container
    add = gtk_menu_button_new()
    addRow = adw_action_row_new()
    Accessibility.setLabel(tr("Reminders"), on: widget)
    adw_preferences_row_set_title(cast(addRow), tr("Add Reminder"))
    gtk_menu_button_set_icon_name(opaque(add), "list-add-symbolic")
    gtk_widget_set_valign(add, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(add, "flat")
    adw_action_row_add_suffix(cast(addRow), add)
    RowButton.activate(add, named: tr("Add Reminder"), by: addRow)
    gtk_list_box_append(opaque(widget), addRow)
    actions.add(
      "add", target: { [weak presenter] in presenter?.didAddReminder(Reminder(text: $0)) })
    actions.add("add-own") { [weak presenter] in presenter?.didAddReminderOfItsOwn() }
    actions.insert(into: widget, prefix: "reminder")
  }

  func render(_ state: DetailsState) {
    let (due, start) = (state.todo.due, state.todo.start)
    let focusIsLost = rows.render(
      state.reminders.map { slot in
        var hasAnchor = true
        if case .offset(_, let anchor)? = slot.reminder.trigger {
          hasAnchor = (anchor == .due ? due : start) != nil
        }
        return .init(
          id: slot.id, reminder: slot.reminder, hasAnchor: hasAnchor,
          isSnooze: state.todo.isMadeBySnooze(slot.reminder), isShared: state.canAssign,
          isReadOnly: state.isReadOnly)
      })
    gtk_widget_set_visible(addRow, (!state.isReadOnly && !state.hasAllReminders).gboolean)
    if focusIsLost { gtk_widget_grab_focus(add) }
    let anchors: [(Reminder.Anchor, CalendarTime?)] = [(.due, due), (.start, start)]
    offer(
      anchors.compactMap { anchor, time in
        time.map { Reminder.offered(from: anchor, isDay: $0.isDay) }
      })
  }

  private func offer(_ reminders: [[Reminder]]) {
    guard reminders != offered else { return }
    offered = reminders
    let items = reminders.map { reminders in
      reminders.map { reminder in
        MenuItem(
          ReminderText.words(reminder, zone: ""), "reminder.add('\(reminder.text)')")
      }
    }
    // In one menu, both together would be too high for a small window.
    let names = [tr("Before It Is _Due"), tr("Before It _Starts")]
    let groups =
      items.count < 2 ? items : [zip(names, items).map { MenuItem($0, submenu: $1) }]
    PopoverMenu.set(groups + [[.init(tr("_Day and Time"), "reminder.add-own")]], on: add)
  }
}
