import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The to-do list of one page: takes gestures, keeps the rows in step with the store.
@MainActor
final class TodoListPresenter {
  private let page: Page
  private let store: TodoStore
  private let commands: CommandQueue
  private let clock: any DayClock
  private let names: any PersonNaming
  private let onDamage: @MainActor (StoreError) -> Void
  weak var view: (any TodoListViewing)?
  weak var router: (any TodoListRouter)?

  private var state = TodoListState()
  private var rendered: TodoListState?
  private var list: TodoList?
  /// Whether the list of the page is made with its first to-do.
  private var isUnmade = false
  private var shownDay: CalendarDay
  /// Whether the day page follows the calendar, or shows a day that was chosen.
  private var followsToday = true
  private var feed: Task<Void, Never>?
  private var listFeed: Task<Void, Never>?
  private var dayObservation: AnyObject?
  private var nameObservation: AnyObject?
  private let facts: LatestListFacts
  private var additions = TodoAdditions()
  private var deleted: [Int: Todo] = [:]
  private var hasLoaded = false
  /// A to-do whose row is to be shown once it is there.
  private var wanted: TodoID?

  /// How long a commit may take before the row is shown without it: one frame at 60 Hz.
  private static let grace = Duration.milliseconds(16)

  init(
    page: Page, store: TodoStore, commands: CommandQueue, clock: any DayClock,
    names: any PersonNaming, onDamage: @escaping @MainActor (StoreError) -> Void
  ) {
    self.page = page
    self.store = store
    facts = LatestListFacts(store: store)
    self.commands = commands
    self.clock = clock
    self.names = names
    self.onDamage = onDamage
    shownDay = clock.today
  }

  isolated deinit {
    feed?.cancel()
    listFeed?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    switch page {
    case .important:
      state.title = tr("Important")
    case .assignedToMe:
      state.title = tr("Assigned to Me")
    case .today:
      dayObservation = clock.observe { [weak self] in self?.dayDidChange() }
    case .list(let id):
      state.isList = true
      nameObservation = names.observeNames { [weak self] in self?.showStanding() }
      observeList(id)
    }
    showScope()
  }

  /// Whether something stands in the add entry.
  var isTyping: Bool { !state.draft.isEmpty }

  func didChangeDraft(_ text: String) {
    state.draft = text
    render()
  }

  /// Adds what stands in the entry. The entry is free for the next to-do at once.
  func didSubmitDraft() {
    guard mayAdd() else { return }
    let text = state.draft
    guard let content = TodoContent.normalized(text) else { return }
    state.draft = ""
    state.focusRequest += 1
    render()
    var draft = newDraft()
    draft.content = content
    draft.createdAt = store.now
    add(draft, typed: text)
    if TodoContent.hasUnwantedControls(text) { tell(tr("Control characters were left out")) }
  }

  /// Opens the edit scene for a new to-do, beginning with what stands in the entry.
  func didRequestDetails() {
    guard mayAdd() else { return }
    var draft = newDraft()
    draft.content = state.draft
    router?.create(draft)
  }

  func didToggleDone(_ id: TodoID, _ isDone: Bool) {
    guard mayChange(id) else { return }
    run(id) { [store] () throws(StoreError) in try await store.setDone(id, isDone) }
  }

  func didToggleStar(_ id: TodoID, _ isStarred: Bool) {
    guard mayChange(id) else { return }
    run(id) { [store] () throws(StoreError) in try await store.setStarred(id, isStarred) }
  }

  /// Opens the edit scene for a row; one that may only be read is shown there.
  func didActivate(_ id: TodoID) {
    let isReadOnly = isReadOnly(id)
    commands.run { [store, weak self] () throws(StoreError) in
      guard let todo = try await store.todo(id) else { throw .missing }
      isReadOnly ? self?.router?.show(todo) : self?.router?.edit(todo)
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    }
  }

  func didDelete(_ id: TodoID) {
    guard mayChange(id) else { return }
    run(id) { [store, weak self] () throws(StoreError) in
      let todo = try await store.delete(id)
      self?.offerUndo(todo)
    }
  }

  func didUndo(_ offer: Int) {
    guard let todo = deleted.removeValue(forKey: offer) else { return }
    if state.undoOffer?.number == offer { state.undoOffer = nil }
    render()
    run(todo.id) { [store] () throws(StoreError) in try await store.restore(todo) }
  }

  /// The offer of undoing is no longer on screen.
  func didLetGo(_ offer: Int) {
    deleted[offer] = nil
    if state.undoOffer?.number == offer { state.undoOffer = nil }
  }

  func didRequestRename() {
    if let list, state.standing?.canManage == true { router?.rename(list) }
  }

  func didRequestDeleteList() {
    if let list, state.standing?.canManage == true { router?.delete(list) }
  }

  /// Opens the scene with the people of the list.
  func didRequestSharing() {
    if let list, list.account != nil { router?.share(list) }
  }

  func didRequestLeave() {
    if let list, state.standing?.canManage == false { router?.leave(list) }
  }

  func didChooseDay(_ day: CalendarDay) {
    guard page == .today, day != shownDay else { return }
    shownDay = day
    followsToday = day == clock.today
    showScope()
  }

  func didChoosePreviousDay() { didChooseDay(shownDay.adding(days: -1)) }

  func didChooseNextDay() { didChooseDay(shownDay.adding(days: 1)) }

  func didChooseToday() { didChooseDay(clock.today) }

  /// The add entry should take the focus.
  func didRequestAdd() {
    guard mayAdd() else { return }
    state.focusRequest += 1
    render()
  }

  /// A row should be brought into view and take the focus, as soon as it is there.
  func didRequestReveal(_ id: TodoID) {
    wanted = id
    if hasLoaded, placeWanted() { render() }
  }

  // MARK: What the user may do

  private func mayAdd() -> Bool {
    if state.canWrite { return true }
    refuse()
    return false
  }

  /// Whether a to-do may be changed. If not, that is said, and its row shows again what is stored.
  private func mayChange(_ id: TodoID) -> Bool {
    guard isReadOnly(id) else { return true }
    refuse()
    redraw(id)
    return false
  }

  private func isReadOnly(_ id: TodoID) -> Bool {
    guard !state.readOnly.isEmpty, case .todo(let row)? = state.page.item(id) else {
      return false
    }
    return state.readOnly.contains(row.listID)
  }

  private func tell(_ text: String) {
    state.notice = .init(number: (state.notice?.number ?? 0) + 1, text: text)
    render()
  }

  private func refuse() {
    tell(tr("You can only read this list"))
  }

  /// Reads whose the lists are. A change of that is always followed by a snapshot.
  private func readFacts() async {
    do throws(StoreError) {
      guard try await facts.read() else { return }
      showStanding()
    } catch {
      await readingDidFail(error)
    }
  }

  private func showStanding() {
    guard let facts = facts.value else { return }
    state.readOnly = facts.readOnly
    if let list { state.standing = ListStanding(list, facts, names) }
    render()
  }

  // MARK: Adding

  private func newDraft() -> TodoDraft {
    let id = TodoID(rawValue: store.makeID())
    switch page {
    case .important: return TodoDraft(id: id, content: "", isStarred: true)
    case .assignedToMe: return TodoDraft(id: id, content: "", isAssignedToMe: true)
    case .today: return TodoDraft(id: id, content: "", date: shownDay)
    case .list(let list):
      var draft = TodoDraft(id: id, listID: list, content: "")
      draft.makesList = isUnmade
      return draft
    }
  }

  private func add(_ draft: TodoDraft, typed text: String) {
    let position = additions.begin(
      draft.id, after: state.page.open.last?.position ?? "", at: draft.createdAt ?? store.now)
    let early = Task { [weak self] in
      try await Task.pause(for: Self.grace)
      self?.showEarly(draft, at: position)
    }
    commands.run { [store] () throws(StoreError) in
      defer { early.cancel() }
      try await store.add(draft)
    } failing: { _ in
      tr("“%s” Was Not Saved", ErrorText.short(draft.content))
    } onFailure: { [weak self] _ in
      self?.takeBack(draft, typed: text)
    }
  }

  private func showEarly(_ draft: TodoDraft, at position: String) {
    guard scope.isSuited(to: draft), let row = additions.showEarly(draft, at: position) else {
      return
    }
    change([(nil, row)], revealing: row)
  }

  /// Removes the row that was shown early and puts its text back into the entry.
  private func takeBack(_ draft: TodoDraft, typed text: String) {
    if let row = additions.withdrawRow(draft.id) { change([(row, nil)]) }
    state.draft = additions.fail(draft.id, typed: text, entry: state.draft)
    state.focusRequest += 1
    render()
  }

  // MARK: Rows

  private var scope: TodoScope {
    switch page {
    case .important: .important
    case .assignedToMe: .assignedToMe
    case .today: .day(shownDay)
    case .list(let id): .list(id)
    }
  }

  private func showScope() {
    showDay()
    hasLoaded = false
    state.hasContent = false
    state.generation += 1
    state.page = TodoPage()
    state.steps = nil
    state.placeholder = nil
    additions.forgetRows()
    feed?.cancel()
    let events = store.todos(in: scope)
    feed = Task { [weak self] in
      for await event in events {
        // A stream hands out what it holds even to a task that was cancelled.
        if Task.isCancelled { return }
        switch event {
        case .opening(let sections):
          self?.replaceRows(TodoPage(sections), isWhole: false)
        case .snapshot(let sections):
          let page = await TodoPage.building(sections)
          await self?.readFacts()
          if Task.isCancelled { return }
          self?.replaceRows(page, isWhole: true)
        case .change(let change):
          self?.apply(change)
        case .failed(let error):
          await self?.readingDidFail(error)
        }
      }
    }
    render()
  }

  private func replaceRows(_ page: TodoPage, isWhole: Bool) {
    let revision = state.page.revision + 1
    state.page = page
    state.page.revision = revision
    state.steps = nil
    hasLoaded = isWhole
    state.hasContent = true
    additions.forgetRows()
    if isWhole { placeWanted() }
    render()
  }

  private func apply(_ commit: StoreChange) {
    let scope = scope
    var added: TodoRow?
    let changes = commit.todos.map { todo in
      let shown = todo.after.flatMap { additions.withdrawRow($0.id) }
      let after = todo.after.only(in: scope)
      if let after, additions.confirm(after.id) { added = after }
      return (before: shown ?? todo.before.only(in: scope), after: after)
    }
    change(changes, revealing: added)
  }

  /// - Parameter added: a row that its author wants to see.
  private func change(
    _ changes: [(before: TodoRow?, after: TodoRow?)], revealing added: TodoRow? = nil
  ) {
    var steps: [TodoPage.Step] = []
    for change in changes {
      steps += state.page.apply(before: change.before, after: change.after)
    }
    guard !steps.isEmpty else { return }
    state.steps = steps.count <= Self.stepLimit ? steps : nil
    if let added, let index = state.page.open.index(of: added) {
      state.reveal = .init(number: (state.reveal?.number ?? 0) + 1, index: index)
    }
    placeWanted()
    render()
  }

  /// - Returns: whether the row is there.
  @discardableResult
  private func placeWanted() -> Bool {
    guard let id = wanted, let index = state.page.index(of: id) else { return false }
    wanted = nil
    state.reveal = .init(number: (state.reveal?.number ?? 0) + 1, index: index, focused: id)
    return true
  }

  /// So many changes are shown one by one; more are shown as one.
  private static let stepLimit = 64

  // MARK: List, day, undo, errors

  private func observeList(_ id: ListID) {
    let events = store.list(id)
    listFeed = Task { [weak self] in
      for await event in events {
        switch event {
        case .opening(let list), .snapshot(let list):
          await self?.readFacts()
          if list == nil { await self?.lookWhetherUnmade() }
          self?.listDidChange(list)
        case .change(let change):
          guard let last = change.lists.last(where: { ($0.before ?? $0.after)?.id == id }) else {
            continue
          }
          self?.listDidChange(last.after)
        case .failed(let error):
          await self?.readingDidFail(error)
        }
      }
    }
  }

  private func lookWhetherUnmade() async {
    guard list == nil else { return }
    do throws(StoreError) {
      isUnmade = try await store.lists().isEmpty
    } catch {
      await readingDidFail(error)
    }
  }

  private func listDidChange(_ new: TodoList?) {
    list = new
    guard let new else {
      guard isUnmade else {
        router?.listDidDisappear()
        return
      }
      state.title = store.naming.firstList
      return render()
    }
    isUnmade = false
    state.title = new.name
    showStanding()
    render()
  }

  /// Follows the calendar; a day that was chosen stays on show.
  private func dayDidChange() {
    guard followsToday, shownDay != clock.today else {
      followsToday = shownDay == clock.today
      showDay()
      return render()
    }
    shownDay = clock.today
    showScope()
  }

  private func showDay() {
    guard page == .today else { return }
    state.title = followsToday ? tr("Today") : DateText.long(shownDay)
    state.dayBar = .init(day: shownDay, isToday: followsToday)
  }

  private var lastOffer = 0

  private func offerUndo(_ todo: Todo) {
    lastOffer += 1
    deleted[lastOffer] = todo
    state.undoOffer = .init(number: lastOffer, title: todo.content)
    render()
  }

  /// Runs a command on one to-do; if it fails, its row shows again what is stored.
  private func run(_ id: TodoID, _ command: @escaping CommandQueue.Command) {
    commands.run(command) { _ in
      tr("The Change Was Not Saved")
    } onFailure: { [weak self] _ in
      self?.redraw(id)
    }
  }

  /// Takes back what a row's widgets show on their own.
  private func redraw(_ id: TodoID) {
    guard let step = state.page.redraw(id) else { return }
    state.page.revision += 1
    state.steps = [step]
    render()
  }

  private func readingDidFail(_ error: StoreError) async {
    if case .damaged = error { return onDamage(error) }
    await show(error, title: tr("To-Dos Cannot Be Read"))
  }

  private func show(_ error: StoreError, title: String) async {
    _ = await router?.present(ErrorText.alert(error, title: title))
  }

  private func render() {
    state.canAdd = TodoContent.normalized(state.draft) != nil
    state.placeholder = hasLoaded && state.page.count == 0 ? emptyPlaceholder : nil
    guard state != rendered else { return }
    view?.render(state)
    state.steps = []
    rendered = state
  }

  private var emptyPlaceholder: TodoListState.Placeholder {
    switch page {
    case .important: .nothingImportant
    case .assignedToMe: .nothingAssigned
    case .today: .nothingOnDay
    case .list: isUnmade ? .noList : state.canWrite ? .noTodos : .nothingToRead
    }
  }
}

extension TodoRow? {
  fileprivate func only(in scope: TodoScope) -> TodoRow? {
    flatMap { scope.contains($0) ? $0 : nil }
  }
}

extension TodoScope {
  /// Whether a new to-do will stand on the page.
  fileprivate func isSuited(to draft: TodoDraft) -> Bool {
    switch self {
    case .list(let id): draft.listID == id
    case .important: draft.isStarred
    case .assignedToMe: draft.isAssignedToMe
    case .day(let day): draft.date == day
    }
  }
}
