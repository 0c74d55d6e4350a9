import Basics
import Core
import Platform

/// The rows of one page: keeps them in sync with the store, and shows new to-dos before they are saved.
@MainActor
final class TodoRows {
  private let store: TodoStore
  private(set) var scope: TodoScope?
  private var feed: Task<Void, Never>?
  private var additions = TodoAdditions()
  /// A to-do to scroll to once its row exists.
  private var wanted: TodoID?
  private var moves = TodoMoves()

  private(set) var page = TodoPage()
  /// The steps from the previously rendered page to this one; nil if the pages must be compared.
  private(set) var steps: [TodoPage.Step]? = []
  /// Changes when another page is shown: rows, focus and scroll position then start anew.
  private(set) var generation = 0
  /// Whether the first rows have been read, or it is known that there are none.
  private(set) var hasContent = false
  /// Whether all rows have been read.
  private(set) var isWhole = false
  /// A row to scroll to.
  private(set) var reveal: TodoListState.Reveal?

  /// Runs after each change.
  var onChange: @MainActor () -> Void = {}
  /// Runs before a whole page is shown.
  var onSnapshot: @MainActor () async -> Void = {}
  /// Called with the times of each open row that was added or changed, or that will appear later on the day.
  var onTime: @MainActor (CalendarTime) -> Void = { _ in }
  /// Runs when reading failed.
  var onFailure: @MainActor (StoreError) async -> Void = { _ in }

  /// The to-dos whose subtasks are hidden.
  var collapsed = CollapsedTodos()

  /// How long a commit may take before the row is marked as being saved: one frame at 60 Hz.
  private static let savingDelay = Duration.milliseconds(16)
  /// Reading a page with at least this many rows leaves memory behind that is worth returning to the system.
  private static let largeCount = 5_000
  /// The most changes that are shown one by one; above it, the pages are compared.
  private static let stepLimit = 64

  init(store: TodoStore) {
    self.store = store
  }

  isolated deinit {
    feed?.cancel()
  }

  /// Shows the rows of another scope.
  func show(_ scope: TodoScope) {
    isWhole = false
    hasContent = false
    generation += 1
    page = TodoPage(
      TodoSections(), order: .position, collapsed: scope.isList ? collapsed.ids : nil)
    steps = nil
    additions.forgetRows()
    moves.forget()
    read(scope)
  }

  /// Reads the rows of a scope; the current rows stay until the result arrives.
  func read(_ scope: TodoScope) {
    self.scope = scope
    let collapsed = { [weak self] in scope.isList ? self?.collapsed.ids : nil }
    feed?.cancel()
    let events = store.todos(in: scope)
    feed = Task { [weak self] in
      for await event in events {
        // A stream delivers buffered events even to a cancelled task.
        if Task.isCancelled { return }
        switch event {
        case .opening(let sections):
          guard self?.isWhole == false else { continue }
          self?.replace(
            by: TodoPage(sections, order: sections.order, collapsed: collapsed()), isWhole: false)
        case .snapshot(let sections):
          let page = await TodoPage.building(
            sections, order: sections.order, collapsed: collapsed())
          await self?.onSnapshot()
          if Task.isCancelled { return }
          self?.replace(by: page, isWhole: true)
          // In another task, because this one still holds the events that were read.
          if page.count > Self.largeCount { Task { await Memory.trim() } }
        case .change(let change):
          self?.apply(change)
        case .failed(let error):
          await self?.onFailure(error)
        }
      }
    }
  }

  /// Called when the screen shows the current rows.
  func didRender() { steps = [] }

  /// Scrolls to a row and focuses it, as soon as it exists.
  func request(_ id: TodoID) {
    wanted = id
    if isWhole, placeWanted() { onChange() }
  }

  /// Begins to move a row: it is shown and focused at the new place at once.
  func beginMove(_ row: TodoRow, below parent: TodoID?, _ place: TodoPlace) {
    guard let position = page.position(of: row, below: parent, place, at: store.now) else {
      return request(row.id)
    }
    wanted = row.id
    change([(row, moves.begin(row, below: parent, at: position))])
    // Nothing changes where it is already.
    if wanted == row.id { request(row.id) }
  }

  /// Ends a move that has succeeded or failed.
  func endMove(_ id: TodoID, isDone: Bool) {
    guard let row = moves.end(id, isDone: isDone), scope?.contains(row.stored) == true else {
      return
    }
    change([(row.shown, row.stored)])
  }

  /// Hides or shows the subtasks of a row.
  func setCollapsed(_ id: TodoID, _ isCollapsed: Bool) {
    collapsed.set(id, isCollapsed)
    let steps = page.setCollapsed(id, isCollapsed)
    guard !steps.isEmpty else { return }
    self.steps = steps
    onChange()
  }

  /// Resets a row whose widgets changed their appearance by themselves.
  func redraw(_ id: TodoID) {
    guard let step = page.redraw(id) else { return }
    page.revision += 1
    steps = [step]
    onChange()
  }

  // MARK: Adding

  /// Begins to save a new to-do. Its row is shown at once, and marked if the commit takes longer than a frame.
  /// - Parameter mark: the mark of the row once it is saved.
  /// - Returns: the action that marks the row, to be cancelled when the store has answered.
  func begin(_ draft: TodoDraft, mark: TodoRow.Mark) -> DelayedAction {
    let position = additions.begin(
      draft.id, after: page.lastPosition(below: draft.parent), at: draft.createdAt ?? store.now)
    // Only the store knows whether there is an account in which it can be assigned.
    if !draft.isAssignedToMe { showEarly(draft, at: position, mark: mark) }
    let marking = DelayedAction()
    marking.schedule(after: Self.savingDelay) { [weak self] in
      self?.savingTakesLong(draft, at: position)
    }
    return marking
  }

  /// Removes the row of a new to-do that could not be saved.
  /// - Parameter entry: the current text of the entry.
  /// - Returns: the new text of the entry.
  func takeBack(_ draft: TodoDraft, typed text: String, entry: String) -> String {
    if let row = additions.withdrawRow(draft.id) { change([(row, nil)]) }
    return additions.fail(draft.id, typed: text, entry: entry)
  }

  private func showEarly(_ draft: TodoDraft, at position: String, mark: TodoRow.Mark) {
    // The store will refuse a title that is too long.
    guard scope?.isSuited(to: draft) == true,
      draft.content.utf8.count <= TodoContent.maximumBytes,
      let row = additions.showEarly(draft, at: position, mark: mark)
    else { return }
    change([(nil, row)], revealing: row)
  }

  private func savingTakesLong(_ draft: TodoDraft, at position: String) {
    guard let change = additions.markSaving(draft.id) else {
      return showEarly(draft, at: position, mark: .saving)
    }
    self.change([(change.before, change.after)])
  }

  // MARK: Events of the store

  private func replace(by page: TodoPage, isWhole: Bool) {
    let revision = self.page.revision + 1
    // In another order, it counts as another page.
    if hasContent, page.order != self.page.order { generation += 1 }
    self.page = page
    // The rows read include all moves committed so far.
    moves.forget()
    // These were collapsed or expanded while the page was being read.
    for id in collapsed.ids.symmetricDifference(page.outline.collapsed) where page.outline.isOn {
      _ = self.page.setCollapsed(id, collapsed.ids.contains(id))
    }
    for row in additions.keepRows(notOn: page) { _ = self.page.apply(before: nil, after: row) }
    self.page.revision = revision
    steps = nil
    self.isWhole = isWhole
    hasContent = true
    if isWhole { placeWanted() }
    onChange()
  }

  private func apply(_ commit: StoreChange) {
    guard let scope else { return }
    var added: TodoRow?
    let changes = commit.todos.map { todo in
      let shown = todo.after.flatMap { additions.withdrawRow($0.id) }
      let id = (todo.before ?? todo.after)?.id
      let moving = id.flatMap(moves.shown)
      let after = todo.after.only(in: scope).map { moves.noteStored($0) }
      if after == nil, let id { moves.forget(id) }
      if let row = todo.after, let start = row.start, scope.awaits(row) { onTime(start) }
      if let after, additions.confirm(after.id), shown == nil { added = after }
      return (before: shown ?? moving ?? todo.before.only(in: scope), after: after)
    }
    change(changes, revealing: added)
  }

  /// - Parameter added: a row that the user has just added and wants to see.
  private func change(
    _ changes: [(before: TodoRow?, after: TodoRow?)], revealing added: TodoRow? = nil
  ) {
    var steps: [TodoPage.Step] = []
    for change in changes { steps += page.apply(before: change.before, after: change.after) }
    guard !steps.isEmpty else { return }
    for row in changes.compactMap(\.after) { row.times.forEach(onTime) }
    self.steps = steps.count <= Self.stepLimit ? steps : nil
    if let added, !added.isDone, let index = page.index(of: added) {
      reveal = .init(number: (reveal?.number ?? 0) + 1, index: index)
    }
    placeWanted()
    onChange()
  }

  /// - Returns: whether the row exists.
  @discardableResult
  private func placeWanted() -> Bool {
    guard let id = wanted else { return false }
    let steps = page.reveal(id)
    if !steps.isEmpty {
      self.steps = self.steps.map { $0 + steps }
      for id in collapsed.ids.subtracting(page.outline.collapsed) { collapsed.set(id, false) }
    }
    guard let index = page.index(of: id) else { return false }
    wanted = nil
    reveal = .init(number: (reveal?.number ?? 0) + 1, index: index, focused: id)
    return true
  }
}

extension TodoRow {
  /// The due time and start time of an open row; whole days are left out.
  fileprivate var times: [CalendarTime] {
    isDone ? [] : [due, start].compactMap { $0?.isDay == false ? $0 : nil }
  }
}

extension TodoRow? {
  fileprivate func only(in scope: TodoScope) -> TodoRow? {
    flatMap { scope.contains($0) ? $0 : nil }
  }
}
