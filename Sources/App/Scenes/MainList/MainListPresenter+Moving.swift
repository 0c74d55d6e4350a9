import Core
import Platform
import Service

// Gestures that move a list among those of its account, or a to-do to a list.

extension MainListPresenter {
  /// Whether to-dos can be moved to a list.
  func canDrop(on id: ListID) -> Bool {
    list(id).map { access(of: $0).canWrite } ?? false
  }

  /// A to-do was dropped onto a list: it moves there with its subtasks.
  func didDrop(_ todo: TodoRow, on id: ListID) {
    guard let list = list(id), canDrop(on: id), todo.listID != id else { return }
    commands.run { [store, weak self] () throws(StoreError) in
      try await store.move([todo.id], to: id)
      self?.navigator?.showToast(tr("Moved to “%s”", ErrorText.short(list.name)))
    } failing: { _ in
      tr("“%s” Was Not Moved", ErrorText.short(todo.content))
    }
  }

  /// Moves a list before the one above it, or after the one below it.
  /// - Parameter step: -1 or 1.
  func didMove(_ id: ListID, by step: Int) {
    guard mayMove(id) else { return }
    move { [store, weak self] () throws(StoreError) in
      // Read when the command runs: an earlier key press may have moved the list already.
      let lists = try await store.lists()
      guard let group = self?.group(of: id, in: lists), let index = group.firstIndex(of: id),
        group.indices.contains(index + step)
      else { return }
      let other = group[index + step]
      _ = try await store.editList(id, at: step < 0 ? .before(other) : .after(other))
    }
  }

  /// Moves a list to where it was dropped.
  func didDrop(_ id: ListID, _ place: ListPlacement) {
    let other =
      switch place {
      case .before(let other), .after(let other): other
      }
    // Another device may have deleted the other one during the drag.
    guard other != id, list(other) != nil, mayMove(id) else { return }
    guard group(of: id, in: rows.lists).contains(other) else {
      navigator?.showToast(tr("Lists stay with the account that keeps them"))
      return
    }
    move { [store] () throws(StoreError) in _ = try await store.editList(id, at: place) }
  }

  private func mayMove(_ id: ListID) -> Bool {
    guard let list = list(id) else { return false }
    if access(of: list).canManage { return true }
    navigator?.showToast(tr("Only the owner of “%s” can move it", ErrorText.short(list.name)))
    return false
  }

  private func move(_ command: @escaping CommandQueue.Command) {
    commands.run(command) { _ in tr("The List Was Not Moved") }
  }

  /// The visible lists of the same account, in their order.
  private func group(of id: ListID, in lists: [TodoList]) -> [ListID] {
    guard let list = list(id) else { return [] }
    let shown = lists.filter { $0.account?.root == list.account?.root && !rows.isHidden($0.id) }
    return shown.map(\.id)
  }
}
