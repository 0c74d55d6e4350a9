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
      } else if let todo = try await store.todo(id) {
        self?.wasNotMoved(todo) { self?.tell($0) }
      }
    }
  }

  /// A to-do that repeats is to be done once more and no more.
  func didEndRepeating(_ id: TodoID) {
    guard mayChange(id) else { return }
    run(id) { [store] () throws(StoreError) in
      try await store.edit(id) { $0.recurrence = nil }
    }
  }

  /// Says when a to-do is due next, and shows its row as it is stored: the check box was ticked, the row stays open.
  func occurrenceDidMove(_ id: TodoID, _ words: (OccurrenceText) -> String) {
    commands.tellOutcome(words(occurrenceText))
    rows.redraw(id)
  }

  /// Says why a to-do that repeats has no next occurrence, unless that was the last one.
  func wasNotMoved(_ todo: Todo, _ tell: (String) -> Void) {
    if let text = occurrenceText.withoutNext(todo, now: store.now) { tell(text) }
  }

  private var occurrenceText: OccurrenceText {
    OccurrenceText(today: state.surroundings.today, zone: state.surroundings.zone)
  }
}
