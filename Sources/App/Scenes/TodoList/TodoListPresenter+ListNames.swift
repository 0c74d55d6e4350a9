import Core

extension TodoListPresenter {
  /// On pages that mix lists, each row says in which one it is.
  func observeListNames() {
    let events = store.allLists()
    listFeed = Task { [weak self] in
      for await event in events {
        switch event {
        case .opening(let lists), .snapshot(let lists):
          self?.show(names: Dictionary(lists.map { ($0.id, $0.name) }) { $1 })
        case .change(let change):
          guard var names = self?.state.surroundings.listNames else { return }
          for list in change.lists {
            if let before = list.before { names[before.id] = nil }
            if let after = list.after { names[after.id] = after.name }
          }
          self?.show(names: names)
        case .failed(let error):
          await self?.readingDidFail(error)
        }
      }
    }
  }

  func show(names: [ListID: String]) {
    guard names != state.surroundings.listNames else { return }
    state.surroundings.listNames = names
    render()
  }
}
