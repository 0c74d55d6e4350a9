import Core
import Platform
import Service
import Sync
import Toolkit

/// The main list: shows the available pages and which of them is open.
@MainActor
final class MainListPresenter: Presenter {
  /// Where the main list leads, besides dialogs.
  enum Exit: Equatable {
    /// Shows a page beside the main list.
    /// - Parameter isReveal: whether a narrow window switches to the page.
    case open(Page, isReveal: Bool)
    /// Asks for a new list.
    case newList
  }

  let store: TodoStore
  let commands: CommandQueue
  private let clock: any DayClock
  private let names: any PersonNaming
  private let onDamage: @MainActor (StoreError) -> Void
  let screen = Screen<MainListState>()
  var onExit: (@MainActor (Exit) -> Void)?
  /// Whether a to-do is being written for the open page.
  var isTyping: @MainActor () -> Bool = { false }
  private let question = SingleQuestion()

  private var state = MainListState()
  private var isRenderDue = false
  private var overview = ListOverview()
  private var invitations: [Invitation] = []
  private let latestMetadata: LatestListMetadata
  var metadata: ListMetadata { latestMetadata.value ?? ListMetadata() }
  private var feed: Task<Void, Never>?
  private var memberFeed: Task<Void, Never>?
  private var observations: [AnyObject] = []
  /// The page of the last run; opened as soon as it is known to exist.
  private var remembered: Page?
  /// Whether a narrow window switches to the first page, because that page was requested.
  private var revealsFirst = false
  /// A list that was just created, until a change reports it; the overview read before does not contain it.
  private var added: ListID?
  /// A hidden list that was opened from elsewhere, such as the desktop's search; it stays open until another page is.
  private var shownAnyway: ListID?
  /// The ID for the list that the first to-do creates if there is no list.
  private var unmade: ListID

  /// - Parameter remembered: the page that was open last; the first list if nil.
  init(
    store: TodoStore, commands: CommandQueue, clock: any DayClock,
    names: any PersonNaming, remembered: Page?,
    onDamage: @escaping @MainActor (StoreError) -> Void
  ) {
    self.store = store
    latestMetadata = LatestListMetadata(store: store)
    self.commands = commands
    self.clock = clock
    self.names = names
    self.onDamage = onDamage
    self.remembered = remembered
    unmade = ListID(rawValue: store.makeID())
  }

  isolated deinit {
    feed?.cancel()
    memberFeed?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    observations = [
      clock.observe { [weak self] in self?.dayDidChange() },
      names.observeNames { [weak self] in self?.renderAgain() },
    ]
    observeMembers()
    observeOverview()
  }

  /// In another time zone, times fall on other days, so the overview is read again.
  private func dayDidChange() {
    if overview.zone != store.zone { observeOverview() }
    render()
  }

  private func observeOverview() {
    feed?.cancel()
    let events = store.overview()
    feed = Task { [weak self] in
      for await event in events {
        if Task.isCancelled { return }
        switch event {
        case .opening(let overview), .snapshot(let overview):
          await self?.readMetadata()
          self?.overviewDidChange(overview)
        case .change(let change):
          self?.apply(change)
          await self?.readNewPlaces()
        case .failed(let error):
          await self?.readingDidFail(error)
        }
      }
    }
  }

  /// The user chose a page: a narrow window switches to it.
  func didSelect(_ page: Page) {
    select(page, isReveal: true)
  }

  /// The selection was moved within the list, for example with the arrow keys.
  func didMoveSelection(_ page: Page) {
    select(page, isReveal: false)
  }

  func didRequestNewList() {
    onExit?(.newList)
  }

  /// Opens the dialog that changes the name and the look of a list that the user owns.
  func didRequestEdit(_ id: ListID) {
    if let list = list(id), access(of: list).canManage {
      navigator?.open(ListEditRoute(mode: .edit(list)))
    }
  }

  /// Asks whether to delete a list that the user owns, with its to-dos, and does so.
  func didRequestDelete(_ id: ListID) {
    guard let list = list(id), access(of: list).canManage else { return }
    question.ask { await self.delete(list) }
  }

  /// Opens the dialog with the people of a list.
  func didRequestSharing(_ id: ListID) {
    if let list = list(id), list.account != nil { navigator?.open(SharingRoute(list: list)) }
  }

  /// Opens the dialog with the invitations from other people.
  func didRequestInvitations() {
    navigator?.open(InvitationsRoute())
  }

  /// Asks whether to leave another person's list, and does so.
  func didRequestLeave(_ id: ListID) {
    guard let list = list(id), access(of: list).canLeave else { return }
    question.ask { [self] in
      let answer = await navigator?.present(LeaveQuestion.alert(list.name))
      guard answer == LeaveQuestion.yes else { return }
      commands.run { [store] () throws(StoreError) in
        try await store.leaveList(id)
      } failing: { _ in
        tr("The List Could Not Be Left")
      }
    }
  }

  // MARK: Requests from the coordinator

  /// The account of the open list, in which a new list is created too.
  var place: ListPlace {
    guard case .list(let id) = state.selection, let list = list(id) else { return .firstAccount }
    return list.account.map { .account($0.root) } ?? .thisComputer
  }

  /// Opens a page requested from outside, as soon as the pages are known.
  func didRequest(_ page: Page) {
    guard state.selection == nil else { return select(page, isReveal: true) }
    remembered = page
    revealsFirst = true
  }

  /// Opens a list that was just created.
  func didAdd(_ list: TodoList) { didRequest(list.id) }

  /// Opens an existing list, even if no change has reported it yet.
  func didRequest(_ list: ListID) {
    if self.list(list) == nil { added = list }
    if overview.hidden.contains(list) { shownAnyway = list }
    select(.list(list), isReveal: true)
  }

  /// Opens another page in place of one whose list is gone.
  func didLose(_ page: Page) {
    if case .list(added) = page { added = nil }
    if state.selection == page { select(fallback(without: page), isReveal: false) }
  }

  // MARK: Parts

  private func delete(_ list: TodoList) async {
    do {
      let count = try await store.todoCount(in: list.id)
      guard await navigator?.present(Self.question(list, count)) == "delete" else { return }
    } catch {
      _ = await navigator?.present(ErrorText.alert(error, title: tr("The List Was Not Deleted")))
      return
    }
    commands.run { [store] () throws(StoreError) in
      try await store.deleteList(list.id)
    } failing: { _ in
      tr("The List Was Not Deleted")
    }
  }

  private static func question(_ list: TodoList, _ count: Int) -> Alert {
    Alert(
      // The name may have been written by another person.
      title: tr("Delete “%s”?", list.name.onOneLine(limit: 60)),
      body: count == 0
        ? tr("The list is empty.")
        : ntr(
          "Its %d to-do will also be deleted. You can restore both from the trash.",
          "Its %d to-dos will also be deleted. You can restore them from the trash.", count),
      responses: [.init("cancel", tr("_Cancel")), .init("delete", tr("_Delete"), .destructive)],
      defaultResponse: "cancel", closeResponse: "cancel")
  }

  func list(_ id: ListID) -> TodoList? { overview.lists.first { $0.id == id } }

  func access(of list: TodoList) -> ListAccess { ListAccess(list, metadata, names) }

  var rows: MainListRows {
    var rows = MainListRows(overview: overview, metadata: metadata, names: names, now: now)
    if hasUnmade {
      rows.unmade = TodoList(
        id: unmade, account: nil, name: store.naming.firstList, position: "", createdAt: store.now,
        modifiedAt: TodoList.never)
    }
    return rows
  }

  private var now: CalendarTime {
    CalendarTime(day: clock.today, time: overview.zone.clock(at: store.now).time)
  }

  /// Wakes at the next time at which the count of Today changes.
  private func waitForNextTime() {
    guard let next = overview.nextTime(after: now) else { return }
    let moment = next.moment(local: overview.zone)
    // A time that occurs twice today, when clocks are set back, may have passed already.
    if moment > store.now { clock.wake(at: moment) }
  }

  /// Without any list, a page is open whose list is created with its first to-do. It is replaced when other lists
  /// appear, unless the user is typing.
  private var hasUnmade: Bool {
    overview.lists.isEmpty || state.selection == .list(unmade) && list(unmade) == nil
  }

  /// Follows who takes part in lists. All other metadata of lists changes together with a snapshot.
  private func observeMembers() {
    let signals = store.memberChanges()
    memberFeed = Task { [weak self] in
      for await _ in signals {
        await self?.readMetadata()
        await self?.readInvitations()
        self?.renderAgain()
      }
    }
  }

  /// Renders only if that has happened before; otherwise the first rendering waits for the lists.
  private func renderAgain() {
    if screen.rendered != nil { render() }
  }

  private func select(_ page: Page, isReveal: Bool) {
    remembered = nil
    if page != shownAnyway.map(Page.list) { shownAnyway = nil }
    let isOther = state.selection != page
    state.selection = page
    render()
    if isOther || isReveal { onExit?(.open(page, isReveal: isReveal)) }
  }

  /// Reads the metadata of lists that is not part of the lists themselves. A change of the accounts is always followed
  /// by a snapshot.
  private func readMetadata() async {
    do throws(StoreError) {
      _ = try await latestMetadata.read()
    } catch {
      await readingDidFail(error)
    }
  }

  private func readInvitations() async {
    do throws(StoreError) {
      invitations = try await store.invitations()
    } catch {
      guard error != .cancelled else { return }
      await readingDidFail(error)
    }
  }

  /// Reads the metadata if a list belongs to an unknown account, since its first list comes with a change and no snapshot.
  private func readNewPlaces() async {
    let places = Set(overview.lists.compactMap(\.account))
    guard !places.isSubset(of: Set(metadata.accounts.map(\.id))) else { return }
    await readMetadata()
    render()
  }

  /// Opens another page in place of one whose list does not exist, if there is one and the user is not typing.
  func leaveUnmade() {
    guard state.selection == .list(unmade), list(unmade) == nil, !isTyping(),
      let page = rows.listRows().first?.page, page != .list(unmade)
    else { return }
    select(page, isReveal: false)
  }

  private func overviewDidChange(_ overview: ListOverview) {
    self.overview = overview
    if let list = shownAnyway, !overview.hidden.contains(list) { shownAnyway = nil }
    unmade = overview.firstList ?? unmade
    openFirstPage()
    leaveUnmade()
    render()
  }

  private func apply(_ change: StoreChange) {
    overview.apply(change)
    leaveUnmade()
    for list in change.lists {
      guard list.after == nil, let before = list.before else { continue }
      if before.id == unmade { unmade = ListID(rawValue: store.makeID()) }
      didLose(.list(before.id))
    }
    renderSoon()
  }

  /// Renders once for all changes that arrive before the main loop continues: the first download of many lists makes
  /// one commit after another.
  private func renderSoon() {
    guard !isRenderDue else { return }
    isRenderDue = true
    Task { [weak self] in
      self?.isRenderDue = false
      self?.render()
    }
  }

  private func openFirstPage() {
    if let selection = state.selection, exists(selection) { return }
    let page = remembered.flatMap { exists($0) ? $0 : nil } ?? fallback(without: nil)
    select(page, isReveal: revealsFirst)
    revealsFirst = false
  }

  /// Whether a page can be opened.
  func exists(_ page: Page) -> Bool {
    switch page {
    case .important, .today: true
    case .assignedToMe: rows.hasAssigned
    case .list(let id):
      id == added || hasUnmade && id == unmade
        || list(id) != nil && (id == shownAnyway || !overview.hidden.contains(id))
    }
  }

  private func fallback(without page: Page?) -> Page {
    if let shown = rows.listRows().lazy.map(\.page).first(where: { $0 != page }) { return shown }
    return overview.lists.contains { .list($0.id) != page } ? .important : .list(unmade)
  }

  private func render() {
    if let id = added, list(id) != nil { added = nil }
    waitForNextTime()
    let rows = rows
    state.rows =
      rows.places(isAssignedOpen: state.selection == .assignedToMe) + rows.listRows()
    let count = rows.lists.count
    state.footer =
      count == 0 ? nil : ntr("You have %d custom list.", "You have %d custom lists.", count)
    state.invitations = InvitationsText.summary(invitations, names: names)
    screen.render(state)
  }

  private func readingDidFail(_ error: StoreError) async {
    if case .damaged = error { return onDamage(error) }
    await navigator?.presentReadingFailure(error)
  }
}
