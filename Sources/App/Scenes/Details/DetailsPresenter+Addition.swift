import Core

// A to-do that is not stored yet: its list, and what is added.

extension DetailsPresenter {
  func didChooseList(_ index: Int) {
    guard isNew else { return }
    state.chosenList = index
    render()
  }

  /// The new to-do; nil as long as it has no text to serve as its title.
  var addition: TodoDraft? {
    guard var addition = draft else { return nil }
    let (title, notes) = (edit.edited.content, edit.edited.notes)
    guard
      let name = TodoContent.normalized(title)
        ?? notes.split(whereSeparator: \.isNewline).lazy
        .compactMap({ TodoContent.normalized(String($0)) }).first
    else { return nil }
    if state.lists.indices.contains(state.chosenList) {
      let list = state.lists[state.chosenList].id
      // In another list it is no part of that to-do.
      if addition.listID != list { addition.parent = nil }
      addition.listID = list
    }
    addition.content = name
    addition.notes = notes
    addition.due = edit.edited.due
    addition.start = edit.edited.start
    addition.reminders = edit.edited.reminders
    addition.recurrence = edit.edited.recurrence
    addition.tags = edit.edited.tags
    addition.priority = edit.edited.priority
    addition.url = edit.edited.url
    if let keeper {
      addition.assignee = assigning[keeper]
      addition.isAssignedToMe = false
    }
    return addition
  }

  /// Reads the lists to which it can be added.
  func readLists() {
    guard let draft else { return }
    Task { [store, weak self] in
      do throws(StoreError) {
        let metadata = try await store.listMetadata()
        let foreign = try await store.foreignLists()
        let lists = try await store.lists().filter {
          !metadata.readOnly.contains($0.id) && !metadata.left.contains($0.id)
        }
        self?.showLists(lists, foreign, of: draft, metadata.roots)
      } catch {
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  /// - Parameter foreign: the lists of other people in the user's own accounts.
  private func showLists(
    _ lists: [TodoList], _ foreign: Set<ListID>, of draft: TodoDraft, _ accounts: [Account]
  ) {
    guard isNew else { return }
    state.lists = lists.map { .init(id: $0.id, name: $0.name) }
    assigning.take(lists, for: draft, accounts)
    // A to-do for the user goes to a list of an account, since only there it can be assigned.
    // A to-do for the user goes to a list of an account, since only there it can be assigned, and to another person's only
    // if no list of the user's own is in one. Other to-dos go to a list of the user's own, as in the store.
    func isOwn(_ list: TodoList) -> Bool {
      list.account == list.account?.root && !foreign.contains(list.id)
    }
    let suited =
      draft.isAssignedToMe
      ? lists.firstIndex { $0.account != nil && isOwn($0) }
        ?? lists.firstIndex { $0.account != nil } : nil
    state.chosenList =
      lists.firstIndex { $0.id == draft.listID } ?? suited ?? lists.firstIndex(where: isOwn) ?? 0
    render()
  }
}
