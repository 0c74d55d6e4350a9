import Core
import Platform
import Service

// Gestures that move a to-do to its next occurrence.

extension TodoListPresenter {
  /// Moves a repeating to-do to its next occurrence without completing this one.
  func didSkipOccurrence(_ id: TodoID) {
    guard mayChange(id) else { return }
    run(id) { [store, weak self] () throws(StoreError) in
      if let next = try await store.skipOccurrence(of: id) {
        self?.occurrenceDidMove(id) { $0.skipped(next) }
      } else if try await store.isNextOccurrenceUnknown(of: id) {
        self?.showNotice(OccurrenceText.nextIsUnknown)
      }
    }
  }

  /// Removes the recurrence, so that the current occurrence is the last one.
  func didEndRepeating(_ id: TodoID) {
    guard mayChange(id) else { return }
    run(id) { [store] () throws(StoreError) in
      try await store.edit(id) { $0.recurrence = nil }
    }
  }

  /// Reports when a to-do is due next, and redraws its row: the user ticked the check box, but the to-do stays open.
  func occurrenceDidMove(_ id: TodoID, _ words: (OccurrenceText) -> String) {
    let text = OccurrenceText(today: state.rowContext.today, zone: state.rowContext.zone)
    commands.reportOutcome(words(text))
    rows.redraw(id)
  }
}
