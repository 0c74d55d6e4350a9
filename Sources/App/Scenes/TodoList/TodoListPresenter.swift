import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The to-do list of one page: handles gestures, and keeps the rows in sync with the store.
@MainActor
final class TodoListPresenter: Presenter {
  /// Where the page leads, besides dialogs.
  enum Exit: Equatable {
    /// Asks whether to delete the list, and does so.
    case delete(ListID)
    /// Asks whether to leave another person's list, and does so.
    case leave(ListID)
    /// The list of this page is gone.
    case listIsGone
    /// Opens the details of a to-do.
    case details(TodoID, isReadOnly: Bool)
    /// Another row was selected: if details are open, they switch to its to-do.
    case selected(TodoID, isReadOnly: Bool)
    /// The to-do is being deleted, so its details close.
    case deleted(TodoID)
    /// Opens the details of a new to-do.
    case newDetails(TodoDraft)
    /// A to-do could not be saved after another page was opened; contains its text.
    case notSaved(EntryDraft)
    /// The text in the add entry was removed; the list of the page does not exist yet.
    case emptied
  }

  let page: Page
  let store: TodoStore
  let commands: CommandQueue
  let clock: any DayClock
  private let names: any PersonNaming
  private let onDamage: @MainActor (StoreError) -> Void
  let screen = Screen<TodoListState>()
  var onExit: (@MainActor (Exit) -> Void)?
  /// The to-do whose details are being opened and will take the focus.
  var openingDetails: @MainActor () -> TodoID? = { nil }
  /// The preferences about when reminders ring.
  var ringingRules: @MainActor () -> RingingRules = { .standard }

  var state = TodoListState()
  private(set) var list: TodoList? {
    didSet { entry.account = list?.account }
  }
  /// Recognises dates, lists, tags and people in the add entry.
  let entry: EntryReader
  /// The position of the cursor in the entry, in the UTF-8 of its text.
  var cursor = 0
  /// The text of the entry when the details of new to-dos were requested. Of several requests, only the first opens
  /// details.
  var detailed: [TodoID: String] = [:]
  /// The parent of the to-do being typed.
  var parent: TodoRow?
  /// The ticks and stars of rows that are not stored yet.
  var toggles = TodoToggles()
  /// The orders of the list that are not stored yet.
  private var chosenOrders: [ListOrder] = []
  /// The to-dos whose deletion is not stored yet.
  var deleting: Set<TodoID> = []
  /// Whether another page was opened.
  var hasLeft = false
  /// Whether the list of the page will be created with its first to-do.
  private(set) var isUnmade = false
  /// The number of to-dos that create it and are stored or about to be.
  var listCreatorCount = 0
  private var shownDay: CalendarDay
  /// Whether the day page follows the calendar, rather than showing a day that the user chose.
  private var followsToday = true
  let rows: TodoRows
  var listFeed: Task<Void, Never>?
  var subtaskFeed: Task<Void, Never>?
  private var dayObservation: AnyObject?
  private var nameObservation: AnyObject?
  private let latestMetadata: LatestListMetadata

  init(
    page: Page, store: TodoStore, commands: CommandQueue, clock: any DayClock,
    names: any PersonNaming, onDamage: @escaping @MainActor (StoreError) -> Void
  ) {
    self.page = page
    self.store = store
    latestMetadata = LatestListMetadata(store: store)
    rows = TodoRows(store: store)
    entry = EntryReader(store: store)
    self.commands = commands
    self.clock = clock
    self.names = names
    self.onDamage = onDamage
    shownDay = clock.today
  }

  isolated deinit {
    listFeed?.cancel()
    subtaskFeed?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    rows.onChange = { [weak self] in self?.render() }
    rows.onSnapshot = { [weak self] in
      await self?.readMetadata()
      self?.timeDidPass()
      self?.readWhatHasBegun()
    }
    rows.onTime = { [weak self] in self?.didHearOf($0) }
    rows.onFailure = { [weak self] error in await self?.readingDidFail(error) }
    entry.onChange = { [weak self] in self?.entryDidLearn() }
    dayObservation = clock.observe { [weak self] in self?.dayDidChange() }
    state.rowContext = .init(today: clock.today, zone: store.zone)
    readTime()
    switch page {
    case .important:
      state.title = tr("Important")
    case .assignedToMe:
      state.title = tr("Assigned to Me")
    case .today:
      break
    case .list(let id):
      state.isList = true
      nameObservation = names.observeNames { [weak self] in self?.showAccess() }
      observeList(id)
    }
    if !state.isList {
      observeListNames()
      observeSubtasks()
    }
    showScope()
  }

  /// Opens the details of a row; those of a read-only to-do cannot be changed.
  func didActivate(_ id: TodoID) {
    onExit?(.details(id, isReadOnly: isReadOnly(id)))
  }

  /// Another row was selected.
  func didSelect(_ id: TodoID) {
    onExit?(.selected(id, isReadOnly: isReadOnly(id)))
  }

  func didRequestEditList() {
    if let list, state.access?.canManage == true {
      navigator?.open(ListEditRoute(mode: .edit(list)))
    }
  }

  func didRequestDeleteList() {
    if let list, state.access?.canManage == true { onExit?(.delete(list.id)) }
  }

  /// Opens the dialog with the people of the list.
  func didRequestSharing() {
    if let list, list.account != nil { navigator?.open(SharingRoute(list: list)) }
  }

  func didRequestLeave() {
    if let list, state.access?.canLeave == true { onExit?(.leave(list.id)) }
  }

  /// Sorts the list, on all devices. The rows change their order with the commit.
  func didChooseOrder(_ order: ListOrder) {
    guard let list, state.access?.canManage == true, (chosenOrders.last ?? list.order) != order
    else { return }
    chosenOrders.append(order)
    commands.run { [store, weak self] () throws(StoreError) in
      defer { self?.chosenOrders.removeFirst() }
      _ = try await store.editList(list.id) { $0.order = order }
    } failing: { _ in
      tr("The List Was Not Saved")
    }
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

  /// Gives the focus to the add entry.
  func didRequestAdd() {
    guard mayAdd() else { return }
    typed.focusRequest += 1
    render()
  }

  /// Scrolls to a row and focuses it, as soon as it exists.
  func didRequestReveal(_ id: TodoID) {
    rows.request(id)
  }

  // MARK: What the user may do

  func mayAdd() -> Bool {
    if state.canWrite { return true }
    refuse()
    return false
  }

  /// Whether a to-do may be changed. If not, tells the user so and resets the row to its stored state.
  /// - Parameter refusing: the lists whose to-dos may not be changed; nil means the read-only lists.
  func mayChange(_ id: TodoID, where refusing: Set<ListID>? = nil) -> Bool {
    guard isIn(refusing ?? state.readOnly, id) else { return true }
    refuse()
    rows.redraw(id)
    return false
  }

  private func isReadOnly(_ id: TodoID) -> Bool { isIn(state.readOnly, id) }

  private func isIn(_ lists: Set<ListID>, _ id: TodoID) -> Bool {
    guard !lists.isEmpty, case .todo(let row, _)? = rows.page.item(id) else { return false }
    return lists.contains(row.listID)
  }

  func showNotice(_ text: String) {
    state.notice = .init(number: (state.notice?.number ?? 0) + 1, text: text)
    render()
  }

  private func refuse() {
    showNotice(tr("You can only read this list"))
  }

  /// Reads who owns the lists, and whose people can be named. A change of that is always followed by a snapshot.
  private func readMetadata() async {
    do throws(StoreError) {
      // The account that takes to-dos without a named list.
      if !state.isList { entry.account = try await store.listForNewTodos()?.account }
      guard try await latestMetadata.read() else { return }
      showAccess()
    } catch {
      await readingDidFail(error)
    }
  }

  private func showAccess() {
    guard let metadata = latestMetadata.value else { return }
    state.readOnly = metadata.readOnly
    state.locked = metadata.locked
    if let list { state.access = ListAccess(list, metadata, names) }
    render()
  }

  // MARK: Adding

  var scope: TodoScope {
    TodoScope(
      page, day: shownDay, now: state.rowContext.now, zone: state.rowContext.zone)
  }

  func newDraft() -> TodoDraft {
    var draft = scope.draft(TodoID(rawValue: store.makeID()))
    draft.makesList = isUnmade
    draft.parent = parent?.id
    return draft
  }

  private func showScope() {
    readTime()
    showDay()
    rows.show(scope)
    render()
  }

  // MARK: List, day, errors

  private func observeList(_ id: ListID) {
    let events = store.list(id)
    listFeed = Task { [weak self] in
      for await event in events {
        switch event {
        case .opening(let list), .snapshot(let list):
          await self?.readMetadata()
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
        onExit?(.listIsGone)
        return
      }
      state.title = store.naming.firstList
      return render()
    }
    isUnmade = false
    state.title = new.name
    state.order = new.order
    state.rowContext.listColours[new.id] = ListColour(of: new)
    showAccess()
    render()
  }

  /// Follows the calendar; a day that the user chose stays shown.
  private func dayDidChange() {
    let isOtherZone = store.zone != state.rowContext.zone
    state.rowContext.today = clock.today
    state.rowContext.zone = store.zone
    state.rowContext.hasTwelveHours = DateText.hasTwelveHours
    if !typed.text.isEmpty { readDraft() }
    timeDidPass()
    guard page == .today else {
      // Sorted by time, the rows may have another order in another time zone.
      if isOtherZone, case .due = rows.page.order { return showScope() }
      return render()
    }
    if followsToday { shownDay = clock.today }
    followsToday = shownDay == clock.today
    guard rows.scope.map(scope.isSamePage) == true else { return showScope() }
    readWhatHasBegun()
    showDay()
    render()
  }

  private func showDay() {
    guard page == .today else { return }
    state.title = followsToday ? tr("Today") : DateText.long(shownDay)
    state.dayBar = .init(day: shownDay, isToday: followsToday)
  }

  /// Runs a command on a to-do; if it fails, resets the row to its stored state.
  func run(_ id: TodoID, _ command: @escaping CommandQueue.Command) {
    commands.run(command) { _ in
      tr("The Change Was Not Saved")
    } onFailure: { [weak self] _ in
      self?.rows.redraw(id)
    }
  }

  func readingDidFail(_ error: StoreError) async {
    if case .damaged = error { return onDamage(error) }
    await navigator?.presentReadingFailure(error)
  }

  func render() {
    state.generation = rows.generation
    state.page = rows.page
    if let parent, rows.isWhole, !rows.page.holds(parent) { leaveParent() }
    // What is rendered meanwhile waits for the view, which may have taken these steps already.
    state.steps = screen.isRendering ? nil : rows.steps
    state.hasContent = rows.hasContent
    state.reveal = rows.reveal
    state.canAdd = TodoContent.normalized(typed.text) != nil
    state.placeholder =
      rows.isWhole && rows.page.count == 0
      ? (isUnmade ? .noList : scope.placeholder(canWrite: state.canWrite)) : nil
    screen.render(state)
    rows.didRender()
  }
}
