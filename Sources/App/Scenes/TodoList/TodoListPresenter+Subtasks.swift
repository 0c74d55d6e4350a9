import Core

extension TodoListPresenter {
  /// On pages that mix lists, a subtask shows its parent's title, and a parent its progress.
  func observeSubtasks() {
    let events = store.subtaskSummaries()
    subtaskFeed = Task { [weak self] in
      for await event in events {
        switch event {
        case .opening(let summaries), .snapshot(let summaries):
          self?.show(parents: summaries)
        case .change(let change):
          await self?.readSubtasks(changedBy: change)
        case .failed:
          // The page reads the same table and reports the error.
          return
        }
      }
    }
  }

  private func readSubtasks(changedBy change: StoreChange) async {
    var parents = state.rowContext.parents
    var ids: Set<TodoID> = []
    for todo in change.todos {
      for row in [todo.before, todo.after] {
        if let parent = row?.parent { ids.insert(parent) }
        // A parent may have reached the list after its subtasks.
        guard let row, todo.before?.listID != todo.after?.listID || parents[row.id] != nil else {
          continue
        }
        ids.insert(row.id)
      }
    }
    guard !ids.isEmpty else { return }
    do throws(StoreError) {
      let summaries = try await store.subtaskSummaries(of: ids)
      for id in ids { parents[id] = summaries[id] }
      show(parents: parents)
    } catch {
      await readingDidFail(error)
    }
  }

  private func show(parents: [TodoID: SubtaskSummary]) {
    guard parents != state.rowContext.parents else { return }
    state.rowContext.parents = parents
    render()
  }

  /// Cancels a to-do with its subtasks, even if it repeats.
  func didCancel(_ id: TodoID) {
    guard mayChange(id) else { return }
    run(id) { [store] () throws(StoreError) in try await store.cancel([id]) }
  }
}
