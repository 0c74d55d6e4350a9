import CGtk
import Core
import Platform
import Toolkit

// The keys for the focused row. Those that expand and collapse it are the usual ones for trees.

extension TodoRowsView {
  /// Handles a key for the focused row.
  func keyPressed(_ key: Int32, _ modifiers: KeyModifiers) -> Bool {
    guard let row = focusedRow() else { return false }
    if hold(key) { return true }
    // A key held down would otherwise complete or delete one to-do after another, and Enter go to and fro between a
    // row and its title.
    isKeyHeld = KeyRepeat.keyboard.press(key)
    if isKeyHeld, Self.keysPressedOnce.contains(key), modifiers.isEmpty { return true }
    switch (Self.inReadingDirection(key, of: listView), modifiers) {
    case (GDK_KEY_Up, []), (GDK_KEY_KP_Up, []): return moveFocus(from: row.position, by: -1)
    case (GDK_KEY_Down, []), (GDK_KEY_KP_Down, []): return moveFocus(from: row.position, by: 1)
    case (GDK_KEY_Right, []), (GDK_KEY_KP_Right, []): return open(row, stepsDown: true)
    case (GDK_KEY_plus, []), (GDK_KEY_plus, .shift), (GDK_KEY_KP_Add, []):
      return open(row, stepsDown: false)
    case (GDK_KEY_Left, []), (GDK_KEY_KP_Left, []): return close(row, stepsUp: true)
    case (GDK_KEY_minus, []), (GDK_KEY_KP_Subtract, []): return close(row, stepsUp: false)
    default: return row.id.map { use(key, modifiers, on: $0) } ?? false
    }
  }

  /// Holds a key back that is meant for the details which are about to open. On a row it would complete a to-do, for
  /// example, whose title is to be continued. Escape and F6 lead away from the details.
  private func hold(_ key: Int32) -> Bool {
    guard key != GDK_KEY_Escape, key != GDK_KEY_F6, let id = presenter.openingDetails() else {
      return false
    }
    if held?.todo != id { held = (id, []) }
    // Enter that opened the details and is still down would end the typing of the title.
    let isStillDown = KeyRepeat.keyboard.press(key) && KeyboardController.isEnter(key)
    if !isStillDown, let press = keys.flatMap({ HeldKey(key, of: $0) }) { held?.keys.append(press) }
    return true
  }

  private static let keysPressedOnce = [
    GDK_KEY_Delete, GDK_KEY_KP_Delete, GDK_KEY_space, GDK_KEY_KP_Space, GDK_KEY_Return,
    GDK_KEY_ISO_Enter, GDK_KEY_KP_Enter,
  ]

  /// Registers the shortcuts with letters and brackets. On a keyboard layout without them, the key is looked for in
  /// the other layouts that are set up.
  func addShortcuts() {
    add("<Control>bracketright") { [weak presenter] id in presenter?.didIndent(id) }
    add("<Control>bracketleft") { [weak presenter] id in presenter?.didOutdent(id) }
    add("<Control><Shift>m") { [weak presenter] id in presenter?.didRequestMove(id) }
    add("<Control>i") { [weak self] id in
      guard let self, !isKeyHeld else { return }
      presenter.didToggleStar(id)
    }
  }

  private func add(_ trigger: String, _ action: @escaping @MainActor (TodoID) -> Void) {
    KeyboardController.addShortcut(trigger, to: listView) { [weak self] in
      guard let id = self?.focusedRow()?.id else { return false }
      action(id)
      return true
    }
  }

  /// The key with Left and Right swapped where text runs from right to left: Right always expands.
  static func inReadingDirection(_ key: Int32, of widget: Widget) -> Int32 {
    guard gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL else { return key }
    return switch key {
    case GDK_KEY_Left: GDK_KEY_Right
    case GDK_KEY_Right: GDK_KEY_Left
    case GDK_KEY_KP_Left: GDK_KEY_KP_Right
    case GDK_KEY_KP_Right: GDK_KEY_KP_Left
    default: key
    }
  }

  private func use(_ key: Int32, _ modifiers: KeyModifiers, on id: TodoID) -> Bool {
    switch (key, modifiers) {
    case (GDK_KEY_F2, []): activate(id)
    case (GDK_KEY_Delete, []), (GDK_KEY_KP_Delete, []): presenter.didDelete(id)
    case (GDK_KEY_space, []), (GDK_KEY_KP_Space, []): presenter.didToggleDone(id)
    case (GDK_KEY_Up, .alt), (GDK_KEY_KP_Up, .alt): presenter.didMove(id, by: -1)
    case (GDK_KEY_Down, .alt), (GDK_KEY_KP_Down, .alt): presenter.didMove(id, by: 1)
    case (_, .shift) where KeyboardController.isEnter(key): presenter.didRequestSubtask(of: id)
    default: return false
    }
    return true
  }

  /// Expands a row; if it is expanded already, moves the focus to its first subtask.
  private func open(_ row: TodoListRow, stepsDown: Bool) -> Bool {
    guard let id = row.id, row.branch.count > 0 else { return false }
    if row.branch.isCollapsed {
      presenter.didSetCollapsed(id, false)
      return true
    }
    guard stepsDown, case .todo(_, let below)? = model.row(at: row.position + 1) else {
      return true
    }
    return below.depth <= row.branch.depth || focusRow(at: row.position + 1)
  }

  /// Collapses a row; if there is nothing to collapse, moves the focus to its parent.
  private func close(_ row: TodoListRow, stepsUp: Bool) -> Bool {
    guard let id = row.id else { return false }
    if row.branch.count > 0, !row.branch.isCollapsed {
      presenter.didSetCollapsed(id, true)
      return true
    }
    guard stepsUp, row.branch.depth > 0 else { return false }
    var position = row.position - 1
    while case .todo(_, let above)? = model.row(at: position), above.depth >= row.branch.depth {
      position -= 1
    }
    return focusRow(at: position)
  }
}
