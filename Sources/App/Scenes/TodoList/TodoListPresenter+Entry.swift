import Basics
import Core
import Platform
import Service

// What is typed into the add entry.

extension TodoListPresenter {
  /// Whether something stands in the add entry.
  var isTyping: Bool { !state.draft.isEmpty }

  /// - Parameter cursor: where it stands, in the UTF-8 of the text; nil: behind it.
  func didChangeDraft(_ text: String, cursor: Int? = nil) {
    state.draft = text
    state.cursor = nil
    readDraft()
    self.cursor = cursor ?? text.utf8.count
    state.offers = entry.offers(text, at: self.cursor)
    render()
  }

  /// The cursor went to another place, in the UTF-8 of the text.
  func didMoveCursor(_ cursor: Int) {
    self.cursor = cursor
    guard !state.draft.isEmpty else { return }
    state.offers = entry.offers(state.draft, at: cursor)
    render()
  }

  /// Adds what stands in the entry, as it is understood on screen. The entry is free for the next to-do at once.
  func didSubmitDraft() {
    guard mayAdd() else { return }
    let text = state.draft
    guard TodoContent.normalized(text) != nil else { return }
    let reading = entry.read(text)
    let asText = entry.forget()
    state.focusRequest += 1
    var draft = newDraft()
    draft.content = text
    reading?.fill(&draft)
    draft.content = TodoContent.normalized(draft.content) ?? draft.content
    draft.createdAt = store.now
    setDraft("")
    add(draft, on: reading?.list) { [weak self] in
      self?.takeBack(draft, typed: text, asText: asText)
    }
    render()
    if TodoContent.hasUnwantedControls(text) { tell(tr("Invisible characters were removed")) }
  }

  /// Opens the details of a new to-do, beginning with what stands in the entry.
  func didRequestDetails() {
    guard mayAdd() else { return }
    var draft = newDraft()
    draft.content = state.draft
    entry.read(state.draft)?.fill(&draft)
    detailed = (draft.id, state.draft)
    onExit?(.newDetails(draft))
  }

  /// A new to-do was added with its details: what it took over from the entry is not there twice.
  func didAddDetails(of draft: TodoDraft) {
    if let detailed, detailed.id == draft.id, state.draft.isExactly(detailed.text) {
      didChangeDraft("")
    }
    detailed = nil
  }

  /// A part that was understood is text again.
  func didRemove(_ chip: EntryChip) {
    entry.makeText([chip.typed])
    readDraft()
    state.focusRequest += 1
    render()
  }

  /// Escape closes what is offered, then makes everything text.
  /// - Returns: whether there was something to take back.
  func didPressEscape() -> Bool {
    if let offers = state.offers {
      entry.close(offers)
      state.offers = nil
    } else if !state.chips.isEmpty {
      entry.makeText(state.chips.map(\.typed))
      readDraft()
    } else {
      return false
    }
    render()
    return true
  }

  // MARK: Names that are offered

  /// Marks the next name, or the one before.
  /// - Returns: whether names are offered.
  func didMoveOffer(_ step: Int) -> Bool {
    guard state.offers != nil else { return false }
    state.offers?.move(step)
    render()
    return true
  }

  /// Takes the marked name.
  /// - Parameter isTab: takes the first one where none is marked.
  /// - Returns: whether there was one.
  func didChooseMarkedOffer(isTab: Bool) -> Bool {
    guard let offers = state.offers, let index = offers.marked ?? (isTab ? 0 : nil) else {
      return false
    }
    didChooseOffer(index)
    return true
  }

  func didChooseOffer(_ index: Int) {
    guard let offers = state.offers, offers.names.indices.contains(index) else { return }
    let (text, cursor) = offers.choosing(index, in: state.draft)
    setDraft(text)
    state.cursor = cursor
    state.focusRequest += 1
    render()
  }

  /// The focus went elsewhere.
  func didLeaveEntry() {
    guard state.offers != nil else { return }
    state.offers = nil
    render()
  }

  // MARK: What is understood

  /// Other names are known: what stands in the entry may mean something else.
  func entryDidLearn() {
    guard !state.draft.isEmpty else { return }
    readDraft()
    state.offers = entry.offers(state.draft, at: cursor)
    render()
  }

  /// Puts a text into the entry that was not typed there.
  func setDraft(_ text: String) {
    state.draft = text
    cursor = text.utf8.count
    state.cursor = nil
    state.offers = nil
    readDraft()
  }

  private func readDraft() {
    state.chips = entry.read(state.draft)?.chips ?? []
  }

  /// Removes the row that was shown before its commit and puts its text back into the entry.
  private func takeBack(_ draft: TodoDraft, typed text: String, asText: Set<String>) {
    entry.makeText(Array(asText))
    setDraft(rows.takeBack(draft, typed: text, entry: state.draft))
    state.focusRequest += 1
    render()
  }

  /// Shows the row and saves the to-do; says where it went if that is not here.
  /// - Parameter named: the list that was typed.
  private func add(
    _ draft: TodoDraft, on named: TodoList?, onFailure: @escaping @MainActor () -> Void
  ) {
    let home = named ?? list
    let late = rows.begin(draft, mark: home?.account == nil ? .none : .waiting)
    let goesElsewhere = !draft.isAssignedToMe && !scope.isSuited(to: draft)
    commands.run { [store, weak self] () throws(StoreError) in
      defer { late.cancel() }
      try await store.add(draft)
      guard goesElsewhere else { return }
      self?.tell(
        EntryText.destination(draft, named, today: LocalClock.clock(at: store.now).day))
    } failing: { _ in
      tr("“%s” Was Not Saved", ErrorText.short(draft.content))
    } onFailure: { _ in
      onFailure()
    }
  }
}
