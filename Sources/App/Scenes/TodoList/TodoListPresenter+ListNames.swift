import Core

extension TodoListPresenter {
  /// On pages that mix lists, each row shows the name and the colour of its list.
  func observeListNames() {
    let events = store.allLists()
    listFeed = Task { [weak self] in
      for await event in events {
        switch event {
        case .opening(let lists), .snapshot(let lists):
          self?.show(
            names: Dictionary(lists.map { ($0.id, $0.name) }) { $1 },
            colours: Dictionary(
              lists.compactMap { list in ListColour(of: list).map { (list.id, $0) } }
            ) { $1 })
        case .change(let change):
          guard let context = self?.state.rowContext else { return }
          var (names, colours) = (context.listNames, context.listColours)
          for list in change.lists {
            if let before = list.before { (names[before.id], colours[before.id]) = (nil, nil) }
            if let after = list.after {
              names[after.id] = after.name
              colours[after.id] = ListColour(of: after)
            }
          }
          self?.show(names: names, colours: colours)
        case .failed(let error):
          await self?.readingDidFail(error)
        }
      }
    }
  }

  private func show(names: [ListID: String], colours: [ListID: ListColour]) {
    let before = state.rowContext
    state.rowContext.listNames = names
    state.rowContext.listColours = colours
    if state.rowContext != before { render() }
  }
}
