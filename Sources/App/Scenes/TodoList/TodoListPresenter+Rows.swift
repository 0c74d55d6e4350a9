import Core
import Platform
import Service

// What is done with a row by its buttons, its menu and keys.

extension TodoListPresenter {
  func didToggleDone(_ id: TodoID, _ isDone: Bool) {
    guard mayChange(id) else { return }
    run(id) { [store, weak self] () throws(StoreError) in
      let next = try await store.setDone(id, isDone)
      if let next = next.first {
        self?.occurrenceDidMove(id) { $0.done(next) }
      } else if isDone, try await store.isNextOccurrenceUnknown(of: id) {
        self?.commands.reportOutcome(OccurrenceText.nextIsUnknown)
      }
    }
  }

  func didToggleStar(_ id: TodoID, _ isStarred: Bool) {
    guard mayChange(id) else { return }
    run(id) { [store] () throws(StoreError) in try await store.setStarred(id, isStarred) }
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
