import Basics
import Core
import Platform

/// The rows of one page: keeps them in step with the store, and shows what was entered before it is
/// saved.
@MainActor
final class TodoRows {
  private let store: TodoStore
  private(set) var scope: TodoScope?
  private var feed: Task<Void, Never>?
  private var additions = TodoAdditions()
  /// A to-do whose row is to be shown once it is there.
  private var wanted: TodoID?
  private var moves = TodoMoves()

  private(set) var page = TodoPage()
  /// What led from the page rendered before to this one; nil: compare them.
  private(set) var steps: [TodoPage.Step]? = []
  /// Another number means another page: rows, focus and scroll position start anew.
  private(set) var generation = 0
  /// Whether the first rows have been read, or that there are none.
  private(set) var hasContent = false
  /// Whether all rows have been read.
  private(set) var isWhole = false
  /// A row that should be brought into view.
  private(set) var reveal: TodoListState.Reveal?

  /// Runs after each change.
  var onChange: @MainActor () -> Void = {}
  /// Runs before a whole page is shown.
  var onSnapshot: @MainActor () async -> Void = {}
  /// Runs for the times of each open row that came or changed, or will come later on the day.
  var onTime: @MainActor (CalendarTime) -> Void = { _ in }
  /// Runs when reading failed.
  var onFailure: @MainActor (StoreError) async -> Void = { _ in }

  /// Those whose subtasks are left out.
  var collapsed = CollapsedTodos()

  /// How long a commit may take before the row says that it is being saved: one frame at 60 Hz.
  private static let grace = Duration.milliseconds(16)
  /// Reading a page of so many rows leaves memory behind that is worth giving back.
  private static let largeCount = 5_000
  /// The most changes that are shown one by one; more are shown as one.
  private static let stepLimit = 64

  init(store: TodoStore) {
    self.store = store
  }

  isolated deinit {
    feed?.cancel()
  }

  /// Begins with the rows of a scope, in the place of those that are shown.
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

  /// Reads the rows of a scope while those that are shown stay until then.
  func read(_ scope: TodoScope) {
    self.scope = scope
    let collapsed = { [weak self] in scope.isList ? self?.collapsed.ids : nil }
    feed?.cancel()
    let events = store.todos(in: scope)
    feed = Task { [weak self] in
      for await event in events {
        // A stream hands out what it holds even to a task that was cancelled.
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
          // Not here, where what was read is still held.
          if page.count > Self.largeCount { Task { await Memory.giveBack() } }
        case .change(let change):
          self?.apply(change)
        case .failed(let error):
          await self?.onFailure(error)
        }
      }
    }
  }

  /// The screen shows the rows as they are now.
  func didRender() { steps = [] }

  /// A row should be brought into view and take the focus, as soon as it is there.
  func request(_ id: TodoID) {
    wanted = id
    if isWhole, placeWanted() { onChange() }
  }

  /// A row is to be put elsewhere: it stands there at once, and takes the focus there.
  func beginMove(_ row: TodoRow, below parent: TodoID?, _ place: TodoPlace) {
    guard let position = page.position(of: row, below: parent, place, at: store.now) else {
      return request(row.id)
    }
    wanted = row.id
    change([(row, moves.begin(row, below: parent, at: position))])
  }

  /// The row has been put there, or could not be.
  func endMove(_ id: TodoID, isDone: Bool) {
    guard let row = moves.end(id, isDone: isDone), scope?.contains(row.stored) == true else {
      return
    }
    change([(row.shown, row.stored)])
  }

  /// Leaves out what stands below a row, or shows it.
  func setCollapsed(_ id: TodoID, _ isCollapsed: Bool) {
    collapsed.set(id, isCollapsed)
    let steps = page.setCollapsed(id, isCollapsed)
    guard !steps.isEmpty else { return }
    self.steps = steps
    onChange()
  }

  /// Takes back what a row's widgets show on their own.
  func redraw(_ id: TodoID) {
    guard let step = page.redraw(id) else { return }
    page.revision += 1
    steps = [step]
    onChange()
  }

  // MARK: Adding

  /// A new to-do goes on its way. Its row is shown at once, and marked if the commit takes longer than a frame.
  /// - Parameter mark: the one that the row will have once it is saved.
  /// - Returns: the task that marks it, to be cancelled when the store has answered.
  func begin(_ draft: TodoDraft, mark: TodoRow.Mark) -> Task<Void, any Error> {
    let position = additions.begin(
      draft.id, after: page.lastPosition(below: draft.parent), at: draft.createdAt ?? store.now)
    // Whether there is somebody to assign it to is only known to the store.
    if !draft.isAssignedToMe { showEarly(draft, at: position, mark: mark) }
    return Task { [weak self] in
      try await Task.pause(for: Self.grace)
      self?.savingTakesLong(draft, at: position)
    }
  }

  /// A new to-do was not saved: its row goes.
  /// - Parameter entry: what stands in the entry now.
  /// - Returns: what is to stand there.
  func takeBack(_ draft: TodoDraft, typed text: String, entry: String) -> String {
    if let row = additions.withdrawRow(draft.id) { change([(row, nil)]) }
    return additions.fail(draft.id, typed: text, entry: entry)
  }

  private func showEarly(_ draft: TodoDraft, at position: String, mark: TodoRow.Mark) {
    // A title too long is refused by the store, however late.
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

  // MARK: What the store tells

  private func replace(by page: TodoPage, isWhole: Bool) {
    let revision = self.page.revision + 1
    // In another order it is another page.
    if hasContent, page.order != self.page.order { generation += 1 }
    self.page = page
    // What was read is newer than what was known of them.
    moves.forget()
    // Collapsed or expanded while the page was being read.
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

  /// - Parameter added: a row that its author wants to see.
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

  /// - Returns: whether the row is there.
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
  /// When it is due and begins, if it is open and that is at a time.
  fileprivate var times: [CalendarTime] {
    isDone ? [] : [due, start].compactMap { $0?.isDay == false ? $0 : nil }
  }
}

extension TodoRow? {
  fileprivate func only(in scope: TodoScope) -> TodoRow? {
    flatMap { scope.contains($0) ? $0 : nil }
  }
}
