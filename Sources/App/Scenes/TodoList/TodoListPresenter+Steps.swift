import Core
import Platform
import Service

// Gestures that move a to-do: to its next occurrence, or among its siblings.

extension TodoListPresenter {
  /// Moves a repeating to-do to its next occurrence without completing this one.
  func didSkipOccurrence(_ id: TodoID) {
    guard mayChange(id) else { return }
    run(id) { [store, weak self] () throws(StoreError) in
      guard let next = try await store.skipOccurrence(of: id) else { return }
      self?.occurrenceDidMove(id, next, tr("Skipped. Next: %s"))
    }
  }

  /// A to-do that repeats is to be done once more and no more.
  func didEndRepeating(_ id: TodoID) {
    guard mayChange(id) else { return }
    run(id) { [store] () throws(StoreError) in
      try await store.edit(id) { $0.recurrence = nil }
    }
  }

  /// Puts a row before the one above it with the same parent, or behind the one below it. Only a page of one list has
  /// an order of its own.
  /// - Parameter step: -1 or 1.
  func didMove(_ id: TodoID, by step: Int) {
    guard state.isList, mayChange(id), case .todo(let row)? = rows.page.item(id) else { return }
    let parent = parent(of: row)
    let section = row.isDone ? rows.page.done : rows.page.open
    guard var index = section.index(of: row) else { return }
    repeat {
      index += step
    } while (0..<section.count).contains(index)
      && self.parent(of: section[index]) != parent
    guard (0..<section.count).contains(index) else { return }
    let neighbour = section[index].id
    run(id) { [store] () throws(StoreError) in
      try await store.place(id, below: parent, step < 0 ? .before(neighbour) : .after(neighbour))
    }
    rows.request(id)
  }

  /// Says when a to-do is due next, and shows its row as it is stored: the check box was ticked, the row stays open.
  func occurrenceDidMove(_ id: TodoID, _ next: NextOccurrence, _ format: String) {
    let time = next.time.local(in: state.surroundings.zone)
    let day = DateText.near(time.day, today: state.surroundings.today)
    tell(Localization.fill(format, [day]))
    rows.redraw(id)
  }

  private func parent(of row: TodoRow) -> TodoID? {
    guard row.parent != nil else { return nil }
    return TodoTree.parent(of: row) { id in
      guard case .todo(let found)? = rows.page.item(id) else { return nil }
      return found
    }
  }
}
