import Basics
import Core
import Platform
import Service

// The add entry.

extension TodoListPresenter: EntryPresenter {
  var typed: EntryState {
    get { state.typed }
    set {
      let isEmptied = isUnmade && isTyping && newValue.text.isEmpty
      state.typed = newValue
      // Later, because the text may have been submitted.
      if isEmptied { Task { [weak self] in self?.onExit?(.emptied) } }
    }
  }

  var isRendering: Bool { screen.isRendering }

  var parentChip: EntryChip? { parent.map { EntryChip(subtaskOf: $0.content) } }

  /// Whether the add entry contains text.
  var isTyping: Bool { !typed.text.isEmpty }

  /// Whether the add entry contains text, or what was typed there creates the list of the page.
  var isAdding: Bool { isTyping || listCreatorCount > 0 }

  /// Adds the text in the entry, with the attributes recognised in it. The entry is free for the next to-do at once.
  func didSubmitDraft() {
    guard mayAdd() else { return }
    let text = typed.text
    guard TodoContent.normalized(text) != nil else { return }
    let reading = entry.read(text)
    let corrections = entry.forget()
    typed.focusRequest += 1
    var draft = newDraft()
    draft.content = text
    reading?.fill(&draft)
    if draft.listID.map({ page != .list($0) }) ?? true { draft.parent = nil }
    let typedDraft = EntryDraft(
      text: text, parent: draft.parent == nil ? nil : parent, corrections: corrections)
    draft.content = TodoContent.normalized(draft.content) ?? draft.content
    draft.createdAt = store.now
    setDraft("")
    if draft.makesList { listCreatorCount += 1 }
    add(draft, on: reading?.list) { [weak self, onExit] in
      if draft.makesList { self?.listCreatorCount -= 1 }
      guard let self, !hasLeft else {
        onExit?(.notSaved(typedDraft))
        return
      }
      takeBack(draft, typed: text, corrections)
    }
    render()
    if TodoContent.hasUnwantedControls(text) { showNotice(tr("Invisible characters were removed")) }
  }

  /// Opens the details of a new to-do, which begin with the text in the entry.
  func didRequestDetails() {
    guard mayAdd() else { return }
    var draft = newDraft()
    draft.content = typed.text
    entry.read(typed.text)?.fill(&draft)
    if draft.listID.map({ page != .list($0) }) ?? true { draft.parent = nil }
    detailed[draft.id] = typed.text
    onExit?(.newDetails(draft))
  }

  /// A new to-do was added in its details: clears the entry if it still contains the text that the details took over.
  /// - Parameter list: where the to-do is.
  func didAddDetails(of draft: TodoDraft, to list: ListID) {
    if isUnmade, page == .list(list) { listCreatorCount += 1 }
    if let text = detailed[draft.id], typed.text.isExactly(text) {
      didChangeDraft("")
    }
    detailed = [:]
  }

  /// Another page is about to open.
  /// - Returns: the text in the entry; nil if it is empty.
  func leave() -> EntryDraft? {
    hasLeft = true
    return unsubmitted
  }

  /// The text in the entry; nil if it is empty.
  private var unsubmitted: EntryDraft? {
    guard isTyping else { return nil }
    return EntryDraft(text: typed.text, parent: parent, corrections: entry.corrections)
  }

  /// Inserts an earlier text before the one in the entry.
  func take(_ draft: EntryDraft) {
    let joined = draft.before(unsubmitted)
    parent = joined.parent
    entry.take(joined.corrections)
    setDraft(joined.text)
    render()
  }

  /// Removes the row that was shown before its commit, and puts its text back into the entry.
  private func takeBack(
    _ draft: TodoDraft, typed text: String, _ corrections: EntryCorrections
  ) {
    entry.take(corrections)
    setDraft(rows.takeBack(draft, typed: text, entry: typed.text))
    typed.focusRequest += 1
    render()
  }

  /// Shows the row and saves the to-do; reports where it went if it is not on this page.
  /// - Parameter named: the list named in the text.
  private func add(
    _ draft: TodoDraft, on named: TodoList?, onFailure: @escaping @MainActor () -> Void
  ) {
    let home = named ?? list
    let late = rows.begin(draft, mark: home?.account == nil ? .none : .waiting)
    let goesElsewhere = !draft.isAssignedToMe && !scope.isSuited(to: draft)
    // The row is drawn first, because the commit competes for the processor.
    MainLoop.drawFirst()
    commands.run { [store, weak self] () throws(StoreError) in
      defer { late.cancel() }
      try await store.add(draft)
      guard goesElsewhere else { return }
      guard let self else { return }
      let today = LocalClock.clock(at: store.now).day
      showNotice(EntryText.destination(draft, named, from: page, today: today))
    } failing: { _ in
      tr("“%s” Was Not Saved", ErrorText.short(draft.content))
    } onFailure: { _ in
      onFailure()
    }
  }
}
