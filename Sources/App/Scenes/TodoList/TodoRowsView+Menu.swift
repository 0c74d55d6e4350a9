import CGtk
import Core
import Platform
import Service
import Toolkit

// The menu of a row.

extension TodoRowsView {
  func addRowActions() {
    let actions = ActionGroup()
    let onceClosed: [(String, @MainActor (TodoRowsView, TodoID) -> Void)] = [
      ("edit", { $0.activate($1) }),
      ("add-subtask", { $0.presenter.didRequestSubtask(of: $1) }),
      // These also move the focus.
      ("move-up", { $0.presenter.didMove($1, by: -1) }),
      ("move-down", { $0.presenter.didMove($1, by: 1) }),
    ]
    for (name, run) in onceClosed {
      actions.add(
        name,
        target: { [weak self] in
          let id = TodoID(rawValue: $0)
          self?.chosen = { run($0, id) }
        })
    }
    actions.add("delete", target: { [weak self] in self?.presenter.didDelete(.init(rawValue: $0)) })
    // What the item says, whatever another device has made of the to-do since the menu was opened.
    for (name, isOn) in [("done", true), ("reopen", false)] {
      actions.add(
        name,
        target: { [weak self] in
          self?.presenter.didToggleDone(.init(rawValue: $0), isOn, isShown: false)
        })
    }
    for (name, isOn) in [("star", true), ("unstar", false)] {
      actions.add(
        name,
        target: { [weak self] in
          self?.presenter.didToggleStar(.init(rawValue: $0), isOn, isShown: false)
        })
    }
    actions.add(
      "skip", target: { [weak self] in self?.presenter.didSkipOccurrence(.init(rawValue: $0)) })
    actions.add(
      "end-repeating",
      target: { [weak self] in self?.presenter.didEndRepeating(.init(rawValue: $0)) })
    let gestures: [(String, @MainActor (TodoListPresenter, TodoID) -> Void)] = [
      ("indent", { $0.didIndent($1) }), ("outdent", { $0.didOutdent($1) }),
      ("move-to", { $0.didRequestMove($1) }), ("cancel", { $0.didCancel($1) }),
    ]
    for (name, run) in gestures {
      actions.add(
        name,
        target: { [weak self] in
          if let self { run(presenter, TodoID(rawValue: $0)) }
        })
    }
    for length in SnoozeLength.allCases {
      actions.add(
        "snooze-\(length.rawValue)",
        target: { [weak self] in self?.presenter.didSnooze(.init(rawValue: $0), length) })
    }
    actions.insert(into: host, prefix: "row")
  }

  /// Opens the menu of the row at a point. For the menu key, the point is the middle of the list, and the focused row
  /// is meant.
  func openMenu(x: Double, y: Double) {
    let pointed = gtk_widget_pick(listView, x, y, GTK_PICK_DEFAULT).flatMap { row(around: $0) }
    let isKey =
      x == Double(gtk_widget_get_width(listView)) / 2
      && y == Double(gtk_widget_get_height(listView)) / 2
    if isKey, let row = focusedRow() {
      openMenu(of: row, x: 24, y: 24)
    } else if let row = pointed {
      var (rowX, rowY) = (0.0, 0.0)
      gtk_widget_translate_coordinates(listView, row.widget, x, y, &rowX, &rowY)
      openMenu(of: row, x: rowX, y: rowY)
    }
  }

  private func openMenu(of row: TodoListRow, x: Double, y: Double) {
    guard let id = row.id?.rawValue else { return }
    let focused = focusedTodo()?.id
    withRow(id) { shown in
      let sections = TodoRowMenu.sections(
        of: shown, in: rendered?.isList == true ? rendered?.page : nil,
        isReadOnly: readOnly.contains(shown.listID),
        maySnooze: rendered?.locked.contains(shown.listID) != true)
      PopoverMenu.show(
        sections, over: row.widget, in: host, x: x, y: y,
        returning: { [weak self] in focused.map { self?.returnFocus(to: $0) == true } ?? false },
        afterwards: { [weak self] in
          guard let self, let run = chosen else { return }
          chosen = nil
          run(self)
        })
    }
  }
}
