import Basics
import Core
import Platform
import Service

// What is typed into the add entry.

extension TodoListPresenter: EntryPresenter {
  var typed: EntryState {
    get { state.typed }
    set { state.typed = newValue }
  }

  var isRendering: Bool { screen.isRendering }

  var parentChip: EntryChip? { parent.map { EntryChip(subtaskOf: $0.content) } }

  /// Whether something stands in the add entry.
  var isTyping: Bool { !typed.text.isEmpty }

  /// Adds what stands in the entry, as it is understood on screen. The entry is free for the next to-do at once.
  func didSubmitDraft() {
    guard mayAdd() else { return }
    let text = typed.text
    guard TodoContent.normalized(text) != nil else { return }
    let reading = entry.read(text)
    let asText = entry.forget()
    typed.focusRequest += 1
    var draft = newDraft()
    draft.content = text
    reading?.fill(&draft)
    if draft.listID.map({ page != .list($0) }) ?? true { draft.parent = nil }
    let typedDraft = EntryDraft(
      text: text, parent: draft.parent == nil ? nil : parent, asText: asText)
    draft.content = TodoContent.normalized(draft.content) ?? draft.content
    draft.createdAt = store.now
    setDraft("")
    add(draft, on: reading?.list) { [weak self, onExit] in
      guard let self, !hasLeft else {
        onExit?(.notSaved(typedDraft))
        return
      }
      takeBack(draft, typed: text, asText: asText)
    }
    render()
    if TodoContent.hasUnwantedControls(text) { tell(tr("Invisible characters were removed")) }
  }

  /// Opens the details of a new to-do, beginning with what stands in the entry.
  func didRequestDetails() {
    guard mayAdd() else { return }
    var draft = newDraft()
    draft.content = typed.text
    entry.read(typed.text)?.fill(&draft)
    detailed = (draft.id, typed.text)
    onExit?(.newDetails(draft))
  }

  /// A new to-do was added with its details: what it took over from the entry is not there twice.
  func didAddDetails(of draft: TodoDraft) {
    if let detailed, detailed.id == draft.id, typed.text.isExactly(detailed.text) {
      didChangeDraft("")
    }
    detailed = nil
  }

  /// Another page is opened.
  /// - Returns: what stands in the entry; nil if that is empty.
  func leave() -> EntryDraft? {
    hasLeft = true
    return isTyping ? EntryDraft(text: typed.text, parent: parent, asText: entry.asText) : nil
  }

  /// Puts into the entry what was typed before, in front of what stands there.
  func take(_ draft: EntryDraft) {
    let joined = draft.before(
      isTyping ? EntryDraft(text: typed.text, parent: parent, asText: entry.asText) : nil)
    parent = joined.parent
    entry.makeText(Array(joined.asText))
    setDraft(joined.text)
    render()
  }

  /// Removes the row that was shown before its commit and puts its text back into the entry.
  private func takeBack(_ draft: TodoDraft, typed text: String, asText: Set<String>) {
    entry.makeText(Array(asText))
    setDraft(rows.takeBack(draft, typed: text, entry: typed.text))
    typed.focusRequest += 1
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
    // The commit takes its processor after the row was drawn.
    MainLoop.drawFirst()
    commands.run { [store, weak self] () throws(StoreError) in
      defer { late.cancel() }
      try await store.add(draft)
      guard goesElsewhere else { return }
      guard let self else { return }
      let today = LocalClock.clock(at: store.now).day
      tell(EntryText.destination(draft, named, from: page, today: today))
    } failing: { _ in
      tr("“%s” Was Not Saved", ErrorText.short(draft.content))
    } onFailure: { _ in
      onFailure()
    }
  }
}
