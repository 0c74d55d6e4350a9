import Core
import Platform
import Service
import Sync
import Toolkit

/// Shows which lists the servers hold, and lets the user choose which of them the main list shows.
///
/// Cached answers are shown at once, while the servers are read again.
@MainActor
final class ContentsPresenter: Presenter {
  private let store: TodoStore
  private let commands: CommandQueue
  private let catalogue: any ServerSource<[CatalogueEntry]>
  private let names: any PersonNaming
  let screen = Screen<ContentsState>()

  private var overview = ListOverview()
  private let latestMetadata: LatestListMetadata
  private var metadata: ListMetadata { latestMetadata.value ?? ListMetadata() }
  private var isLoaded = false
  private var loads: [AccountID: ContentsLoad] = [:]
  private var readings: [AccountID: Task<Void, Never>] = [:]
  /// The positions of switches whose change is not in the store yet.
  private var asked: [ListID: Bool] = [:]
  private var askedCounts: [ListID: Int] = [:]
  private var feeds: [Task<Void, Never>] = []
  private var observation: AnyObject?

  init(
    store: TodoStore, commands: CommandQueue, catalogue: any ServerSource<[CatalogueEntry]>,
    names: any PersonNaming
  ) {
    self.store = store
    latestMetadata = LatestListMetadata(store: store)
    self.commands = commands
    self.catalogue = catalogue
    self.names = names
  }

  isolated deinit {
    for task in feeds + Array(readings.values) { task.cancel() }
  }

  // MARK: Gestures

  func didLoad() {
    render()
    observation = names.observeNames { [weak self] in self?.render() }
    let events = store.overview()
    feeds.append(
      Task { [weak self] in
        for await event in events { await self?.receive(event) }
      })
    for signals in [store.memberChanges(), store.syncChanges()] {
      feeds.append(
        Task { [weak self] in
          for await _ in signals { await self?.readMetadata() }
        })
    }
  }

  /// Shows a list in the main list, or hides it.
  func didToggle(_ id: ListID, _ isShown: Bool) {
    asked[id] = isShown
    askedCounts[id, default: 0] += 1
    let count = askedCounts[id]
    render()
    commands.run { [store, weak self] () throws(StoreError) in
      try await store.setListShown(id, isShown)
      self?.didStore(id, isShown, count)
    } failing: { _ in
      tr("The Change Was Not Saved")
    } onFailure: { [weak self] _ in
      self?.forget(id, count)
    }
  }

  /// Reads the servers again whose last reading failed.
  func didRequestRetry() {
    for (account, load) in loads where load.failure != nil && !load.isLoading { read(account) }
  }

  /// Reads all servers again.
  func didRequestReload() {
    for (account, load) in loads where !load.isLoading { read(account) }
  }

  // MARK: What is stored

  private func receive(_ event: StoreFeed<ListOverview>) async {
    switch event {
    case .opening: return
    case .snapshot(let overview):
      self.overview = overview
      await readMetadata(isRendering: false)
      isLoaded = true
      followAccounts()
    case .change(let change):
      overview.apply(change)
    case .failed(let error):
      await navigator?.presentReadingFailure(error)
    }
    render()
  }

  private func readMetadata(isRendering: Bool = true) async {
    do throws(StoreError) {
      guard try await latestMetadata.read() else { return }
    } catch {
      await navigator?.presentReadingFailure(error)
      return
    }
    guard isRendering, isLoaded else { return }
    followAccounts()
    render()
  }

  private func didStore(_ id: ListID, _ isShown: Bool, _ count: Int?) {
    // The overview has not received this commit yet; without this, the switch would jump back until it does.
    if isShown { overview.hidden.remove(id) } else { overview.hidden.insert(id) }
    forget(id, count)
  }

  private func forget(_ id: ListID, _ count: Int?) {
    guard askedCounts[id] == count else { return }
    asked[id] = nil
    render()
  }

  // MARK: What the servers hold

  /// Reads the servers of new accounts, and forgets removed accounts.
  private func followAccounts() {
    let roots = Set(metadata.roots.filter { $0.offers.contains(.catalogue) }.map(\.id))
    for (account, reading) in readings where !roots.contains(account) {
      reading.cancel()
      readings[account] = nil
      loads[account] = nil
    }
    for account in roots where loads[account] == nil { read(account) }
  }

  private func read(_ account: AccountID) {
    loads[account, default: ContentsLoad()].begin()
    let answers = catalogue.read(account)
    readings[account] = Task { [weak self] in
      var failure: (any Error)?
      do {
        for try await answer in answers {
          if Task.isCancelled { return }
          self?.loads[account]?.take(answer)
          self?.render()
        }
      } catch {
        failure = error
      }
      if Task.isCancelled { return }
      self?.loads[account]?.end(failure)
      self?.render()
    }
    render()
  }

  // MARK: Rendering

  private func render() {
    screen.render(makeState())
  }

  private func makeState() -> ContentsState {
    guard isLoaded else { return ContentsState() }
    let rows = ContentsRows(overview: overview, metadata: metadata, names: names, asked: asked)
    var sections = metadata.roots.map { section(of: $0, rows) }
    let local = rows.rows(of: nil, [])
    if !local.isEmpty {
      sections.append(.init(account: nil, title: tr("On This Computer"), rows: local))
    }
    if sections.count == 1 { sections[0].title = nil }
    return ContentsState(page: Self.page(of: sections), sections: sections)
  }

  private func section(of account: Account, _ rows: ContentsRows) -> ContentsState.Section {
    let load =
      account.offers.contains(.catalogue) ? loads[account.id] ?? ContentsLoad() : .nothing
    return .init(
      account: account.id, title: account.name,
      rows: load.entries.map { rows.rows(of: account.id, $0) },
      problem: load.failure.map { reason in
        .init(reason: reason, age: load.readAt.map { ContentsText.age(of: $0, store.now) })
      }, isLoading: load.isLoading)
  }

  private static func page(of sections: [ContentsState.Section]) -> ContentsState.Page {
    if sections.contains(where: { $0.rows != nil }) {
      return sections.allSatisfy { $0.rows?.isEmpty == true && $0.problem == nil }
        ? .noLists : .sections
    }
    if sections.isEmpty { return .noLists }
    if sections.contains(where: \.isLoading) { return .waiting }
    return .failed(reason: sections.lazy.compactMap(\.problem?.reason).first ?? "")
  }

}
