import Core
import Platform
import Service

// The list of a to-do, its subtasks and its parent.

extension DetailsPresenter: EntryPresenter {
  var typed: EntryState {
    get { state.typed }
    set { state.typed = newValue }
  }

  var isRendering: Bool { screen.isRendering }

  /// Adds a subtask with the attributes recognised in the entry.
  func didSubmitDraft() {
    let text = typed.text
    guard !isNew, !isReadOnly, TodoContent.normalized(text) != nil else { return }
    var draft = TodoDraft(
      id: TodoID(rawValue: store.makeID()), listID: edit.base.listID, content: text, parent: todo)
    entry.read(text)?.fill(&draft)
    draft.content = TodoContent.normalized(draft.content) ?? draft.content
    draft.createdAt = store.now
    let corrections = entry.forget()
    setDraft("")
    // Shown before the commit.
    let added = DetailsState.Relative(id: draft.id, title: draft.content)
    addedSubtasks.append(added)
    state.subtasks.append(added)
    render()
    let made = draft
    commands.run { [store] () throws(StoreError) in
      _ = try await store.add(made)
    } failing: { _ in
      tr("“%s” Was Not Saved", ErrorText.short(made.content))
    } onFailure: { [weak self] _ in
      self?.subtaskWasNotAdded(made.id, text, corrections)
    }
  }

  func didToggleSubtask(_ id: TodoID, _ isDone: Bool) {
    guard !isReadOnly, let index = state.subtasks.firstIndex(where: { $0.id == id }),
      state.subtasks[index].isDone != isDone
    else { return }
    state.subtasks[index].tick(isDone)
    render()
    let number = toggles.begin(.done, id, isDone)
    let text = OccurrenceText(today: clock.today, zone: zone)
    commands.run { [store, commands, weak self] () throws(StoreError) in
      defer { self?.toggles.end(number) }
      let next = try await store.setDone(id, isDone)
      if let next = next.first { commands.reportOutcome(text.done(next)) }
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
    // A subtask that repeats stays open: reading it again resets its check box.
    commands.run { [weak self] () throws(StoreError) in
      await self?.readFamily()
    } failing: { _ in
      tr("To-Dos Cannot Be Read")
    }
  }

  /// Opens the details of a subtask or of the parent.
  func didOpen(_ id: TodoID) { onOpen?(id, isReadOnly) }

  /// Whether the to-do can be moved.
  private var canMove: Bool { state.storageState == .stored && !isReadOnly }

  /// Opens the choice of another list.
  func didRequestMove() {
    guard canMove else { return }
    navigator?.open(MoveRoute(todo: ChosenTodo(edit.base)))
  }

  /// Opens the choice of another parent.
  func didRequestParent() {
    guard canMove else { return }
    navigator?.open(ParentRoute(todo: ChosenTodo(edit.base)))
  }

  /// Makes the to-do a top-level one.
  func didClearParent() {
    guard canMove, state.parent != nil else { return }
    commands.run { [store, todo] () throws(StoreError) in
      try await store.place(todo, below: nil, .last)
    } failing: { [title = edit.base.content] _ in
      tr("“%s” Was Not Moved", ErrorText.short(title))
    }
  }

  // MARK: Changes in the store

  /// Follows changes of the list, the subtasks and the parent.
  func observeFamily() {
    observeList()
    let parent = edit.edited.parent
    guard family == nil || observedParent != parent else { return }
    observedParent = parent
    family?.cancel()
    let events = store.familyChanges(of: Set([todo, parent].compactMap { $0 }))
    family = Task { [weak self] in
      for await _ in events {
        if Task.isCancelled { return }
        await self?.readFamily()
      }
    }
  }

  private func observeList() {
    let list = edit.edited.listID
    guard observedList != list else { return }
    observedList = list
    naming?.cancel()
    let changes = store.list(list)
    naming = Task { [weak self] in
      for await _ in changes {
        if Task.isCancelled { return }
        await self?.readFamily()
      }
    }
  }

  private func readFamily() async {
    familyReadings += 1
    let reading = familyReadings
    do throws(StoreError) {
      let family = try await store.family(of: todo)
      guard reading == familyReadings else { return }
      state.list = family.list
      state.parent = family.parent.map { .init($0) }
      let stored = Set(family.subtasks.map(\.id))
      addedSubtasks.removeAll { stored.contains($0.id) }
      state.subtasks = family.subtasks.map { .init($0) } + addedSubtasks
      // What was ticked and is not stored yet stays as it is shown.
      for index in state.subtasks.indices {
        let isDone = toggles.isOn(.done, state.subtasks[index].id)
        if let isDone { state.subtasks[index].tick(isDone) }
      }
      render()
    } catch {
      await navigator?.presentReadingFailure(error)
    }
  }

  /// Puts the text of a subtask that could not be saved back into the entry.
  private func subtaskWasNotAdded(
    _ id: TodoID, _ text: String, _ corrections: EntryCorrections
  ) {
    addedSubtasks.removeAll { $0.id == id }
    state.subtasks.removeAll { $0.id == id }
    entry.take(corrections)
    setDraft(typed.text.isEmpty ? text : "\(text) \(typed.text)")
    render()
  }
}
