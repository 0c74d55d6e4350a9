import Core
import Platform
import Service

// What is done with a row by its buttons, its menu and keys.

extension TodoListPresenter {
  /// - Parameter isShown: whether the row shows it already, because its check box was clicked.
  func didToggleDone(_ id: TodoID, _ isDone: Bool, isShown: Bool = true) {
    guard mayChange(id) else { return }
    let number = begin(.done, id, isDone, isShown)
    run(id) { [store, weak self] () throws(StoreError) in
      defer { self?.toggles.end(number) }
      let next = try await store.setDone(id, isDone)
      // Before the row is drawn again.
      self?.toggles.end(number)
      if let next = next.first {
        self?.occurrenceDidMove(id) { $0.done(next) }
      } else if isDone, try await store.isNextOccurrenceUnknown(of: id) {
        self?.commands.reportOutcome(OccurrenceText.nextIsUnknown)
      }
    }
  }

  /// - Parameter isShown: whether the row shows it already, because its star was clicked.
  func didToggleStar(_ id: TodoID, _ isStarred: Bool, isShown: Bool = true) {
    guard mayChange(id) else { return }
    let number = begin(.star, id, isStarred, isShown)
    run(id) { [store, weak self] () throws(StoreError) in
      defer { self?.toggles.end(number) }
      try await store.setStarred(id, isStarred)
    }
  }

  /// Toggles the check box by a key. What counts is what it shows, which may not be stored yet.
  func didToggleDone(_ id: TodoID) {
    guard case .todo(let row, _)? = rows.page.item(id) else { return }
    didToggleDone(id, !(toggles.isOn(.done, id) ?? row.isDone), isShown: false)
  }

  /// Toggles the star by a key, likewise.
  func didToggleStar(_ id: TodoID) {
    guard case .todo(let row, _)? = rows.page.item(id) else { return }
    didToggleStar(id, !(toggles.isOn(.star, id) ?? row.isStarred), isShown: false)
  }

  private func begin(
    _ mark: TodoToggles.Mark, _ id: TodoID, _ isOn: Bool, _ isShown: Bool
  ) -> Int {
    let number = toggles.begin(mark, id, isOn)
    if !isShown { rows.redraw(id) }
    return number
  }

  /// Snoozes the reminder of a to-do.
  func didSnooze(_ id: TodoID, _ length: SnoozeLength) {
    guard mayChange(id, where: state.locked) else { return }
    let rules = ringingRules()
    let end = length.end(from: store.now, rules)
    run(id) { [store] () throws(StoreError) in
      try await store.snooze(id, until: end, zone: LocalTime.zoneName, by: rules)
    }
    showNotice(tr("Rings again: %s", DateText.medium(milliseconds: end.milliseconds)))
  }

  func didDelete(_ id: TodoID) {
    // The key may be pressed once more before the row is gone.
    guard mayChange(id), deleting.insert(id).inserted else { return }
    onExit?(.deleted(id))
    run(id) { [store, weak self] () throws(StoreError) in
      defer { self?.deleting.remove(id) }
      _ = try await store.delete(id)
    }
  }
}
