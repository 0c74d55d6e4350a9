import Core

/// The main list: the places there are, and which one is open.
@MainActor
final class MainListPresenter {
  private let store: TodoStore
  private let commands: CommandQueue
  private let clock: any DayClock
  private let onDamage: @MainActor (StoreError) -> Void
  weak var view: (any MainListViewing)?
  weak var router: (any MainListRouter)?

  private var state = MainListState()
  private var rendered: MainListState?
  private var overview = ListOverview()
  private var isCounted = false
  private var accounts: [Account] = []
  private var feed: Task<Void, Never>?
  private var dayObservation: AnyObject?
  /// The page of the last run; opened as soon as it is known to be there.
  private var remembered: Page?

  /// - Parameter remembered: the page that was open last; the first list, or "Important", if nil.
  init(
    store: TodoStore, commands: CommandQueue, clock: any DayClock, remembered: Page?,
    onDamage: @escaping @MainActor (StoreError) -> Void
  ) {
    self.store = store
    self.commands = commands
    self.clock = clock
    self.onDamage = onDamage
    self.remembered = remembered
  }

  isolated deinit {
    feed?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    dayObservation = clock.observe { [weak self] in self?.render() }
    let events = store.overview()
    feed = Task { [weak self] in
      for await event in events {
        switch event {
        case .opening(let overview):
          await self?.readAccounts(of: overview)
          self?.overviewDidChange(overview, isCounted: false)
        case .snapshot(let overview):
          await self?.readAccounts(of: overview)
          self?.overviewDidChange(overview, isCounted: true)
        case .change(let change):
          self?.apply(change)
          await self?.nameNewPlaces()
        case .failed(let error):
          await self?.readingDidFail(error)
        }
      }
    }
  }

  /// A place was chosen: a narrow window turns to it.
  func didSelect(_ page: Page) {
    select(page, isReveal: true)
  }

  /// The selection was moved along the list, as with the arrow keys.
  func didMoveSelection(_ page: Page) {
    select(page, isReveal: false)
  }

  func didRequestNewList() {
    router?.addList()
  }

  func didRequestRename(_ id: ListID) {
    if let list = list(id) { router?.rename(list) }
  }

  /// Asks whether to delete a list with its to-dos, and does it.
  func didRequestDelete(_ id: ListID) {
    guard let list = list(id) else { return }
    Task { await self.delete(list) }
  }

  // MARK: From the coordinator

  /// Where the open list is kept; a new one is kept there too.
  var place: ListPlace {
    guard case .list(let id) = state.selection, let list = list(id) else { return .firstAccount }
    return list.account.map(ListPlace.account) ?? .thisComputer
  }

  /// Opens a list that has just been made.
  func didAdd(_ list: TodoList) {
    select(.list(list.id), isReveal: true)
  }

  /// Opens another page in the place of one that is gone.
  func didLose(_ page: Page) {
    if state.selection == page { select(fallback(without: page), isReveal: false) }
  }

  // MARK: Parts

  private func delete(_ list: TodoList) async {
    do {
      let count = try await store.todoCount(in: list.id)
      guard await router?.present(Self.question(list, count)) == "delete" else { return }
    } catch {
      return await show(error, title: tr("The List Was Not Deleted"))
    }
    commands.run { [store] () throws(StoreError) in
      try await store.deleteList(list.id)
    } failing: { _ in
      tr("The List Was Not Deleted")
    }
  }

  private static func question(_ list: TodoList, _ count: Int) -> Alert {
    let what = tr("Are you sure you want to delete this list?")
    let company =
      count == 0
      ? tr("“%s” is empty.", list.name)
      : ntr(
        "“%2$s” and its %1$d to-do will be deleted.", "“%2$s” and its %1$d to-dos will be deleted.",
        count, list.name)
    return Alert(
      title: tr("Delete List"), body: what + "\n\n" + company,
      responses: [.init("cancel", tr("_Cancel")), .init("delete", tr("_Delete"), .destructive)],
      defaultResponse: "cancel", closeResponse: "cancel")
  }

  private func list(_ id: ListID) -> TodoList? { overview.lists.first { $0.id == id } }

  private func select(_ page: Page, isReveal: Bool) {
    remembered = nil
    let isOther = state.selection != page
    state.selection = page
    render()
    if isOther || isReveal { router?.open(page, isReveal: isReveal) }
  }

  /// Reads what the accounts are called, where the lists have to be told apart by them. A change of the
  /// accounts is always followed by a snapshot.
  private func readAccounts(of overview: ListOverview) async {
    guard Set(overview.lists.map(\.account)).count > 1 else { return }
    do throws(StoreError) {
      accounts = try await store.accounts()
    } catch {
      await readingDidFail(error)
    }
  }

  /// The first list of a second place comes with a change, not with a snapshot.
  private func nameNewPlaces() async {
    let places = Set(overview.lists.compactMap(\.account))
    guard !places.isSubset(of: Set(accounts.map(\.id))) else { return }
    await readAccounts(of: overview)
    render()
  }

  private func overviewDidChange(_ overview: ListOverview, isCounted: Bool) {
    self.overview = overview
    self.isCounted = self.isCounted || isCounted
    openFirstPage()
    render()
  }

  private func apply(_ change: StoreChange) {
    overview.apply(change)
    for list in change.lists {
      guard list.after == nil, let before = list.before else { continue }
      didLose(.list(before.id))
    }
    render()
  }

  private func openFirstPage() {
    if let selection = state.selection, exists(selection) { return }
    let page = remembered.flatMap { exists($0) ? $0 : nil } ?? fallback(without: nil)
    select(page, isReveal: false)
  }

  private func exists(_ page: Page) -> Bool {
    guard case .list(let id) = page else { return true }
    return list(id) != nil
  }

  private func fallback(without page: Page?) -> Page {
    listRows().lazy.map(\.page).first { $0 != page } ?? .important
  }

  private func render() {
    state.rows =
      [
        .init(page: .important, name: tr("Important"), openCount: overview.importantCount),
        .init(
          page: .today, name: tr("Today"), openCount: overview.dayCounts[clock.today] ?? 0),
      ] + listRows()
    let count = overview.lists.count
    state.footer = ntr("You have %d custom list.", "You have %d custom lists.", count)
    state.hasNoLists = isCounted && count == 0
    guard state != rendered else { return }
    view?.render(state)
    rendered = state
  }

  /// The lists; under headings where more than one place keeps them.
  private func listRows() -> [MainListState.Row] {
    let groups = Dictionary(grouping: overview.lists, by: \.account)
    guard groups.count > 1 else { return overview.lists.map { row(of: $0) } }
    let known = accounts.map { Optional($0.id) } + [nil]
    // An account that has just come may have lists before its name is known.
    let others = overview.lists.map(\.account).filter { !known.contains($0) }
    var rows: [MainListState.Row] = []
    for account in known + others {
      guard let lists = groups[account], !rows.contains(where: { $0.page == .list(lists[0].id) })
      else { continue }
      let place = name(of: account)
      rows += lists.map { row(of: $0, in: place) }
      rows[rows.count - lists.count].heading = place
    }
    return rows
  }

  private func name(of account: AccountID?) -> String {
    guard let account else { return tr("On This Computer") }
    return accounts.first { $0.id == account }?.name ?? tr("Account")
  }

  private func row(of list: TodoList, in place: String? = nil) -> MainListState.Row {
    .init(
      page: .list(list.id), name: list.name, openCount: overview.openCounts[list.id] ?? 0,
      place: place)
  }

  private func readingDidFail(_ error: StoreError) async {
    if case .damaged = error { return onDamage(error) }
    await show(error, title: tr("To-Dos Cannot Be Read"))
  }

  private func show(_ error: StoreError, title: String) async {
    _ = await router?.present(ErrorText.alert(error, title: title))
  }
}
