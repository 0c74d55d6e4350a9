import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// Shows the people whom a server knows, searches them, and lets the user choose one.
@MainActor
final class PeoplePresenter: Presenter {
  private let mode: PeopleMode
  private let store: TodoStore
  private let people: any ServerSource<[Person]>
  private let directory: PeopleDirectory
  let screen = Screen<PeopleState>()

  private var state: PeopleState
  private var accounts: [Account] = []
  private var hasReadAccounts = false
  private var account: AccountID?
  private var problem: SyncProblem?
  private var reading: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private let loadingNotice = DelayedAction()
  private var observation: AnyObject?
  /// How long the dialog waits for cached people before it shows that they are loading.
  private static let loadingDelay = Duration.milliseconds(150)
  /// The length from which letters and digits, not all small letters, are taken for a user ID, whoever's name contains
  /// them. The servers make IDs of 28 characters.
  private static let shortestMadeID = 20

  init(
    mode: PeopleMode, store: TodoStore, people: any ServerSource<[Person]>,
    directory: PeopleDirectory
  ) {
    self.mode = mode
    self.store = store
    self.people = people
    self.directory = directory
    switch mode {
    case .browse:
      state = PeopleState(title: tr("People"))
    case .choose(let account, let title, _, _, let onChooseID):
      state = PeopleState(title: title, isChoosing: true, takesID: onChooseID != nil)
      self.account = account.root
    }
  }

  isolated deinit {
    reading?.cancel()
    following?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    observation = directory.observe { [weak self] in self?.showPeople() }
    if let account { read(account) }
    // A command may add an account while the dialog is open, and so may the start.
    let changes = store.syncChanges()
    following = Task { [store, weak self] in
      for await _ in changes {
        do throws(StoreError) {
          let accounts = try await store.accounts()
          self?.didRead(accounts)
        } catch {
          self?.didRead([])
          await self?.navigator?.presentReadingFailure(error)
          return
        }
      }
    }
  }

  /// The user typed a query: the matching people are shown at once.
  func didChangeQuery(_ query: String) {
    guard query != state.query else { return }
    state.query = query
    state.generation += 1
    showPeople()
  }

  /// Enter in the search entry chooses the first match, unless the query may be the user ID of somebody else.
  func didSubmitQuery() {
    guard state.content == .people, let first = state.rows.first, !isMistakable(first) else {
      return
    }
    didActivate(first.id)
  }

  /// The user chose a person.
  func didActivate(_ user: String) {
    guard let row = state.rows.first(where: { $0.id.isExactly(user) }) else { return }
    if case .choose(_, _, _, let onChoose, _) = mode {
      screen.close()
      onChoose(row.person)
    } else if let account = chosen, user.isExactly(account.user) {
      navigator?.open(ProfileRoute(account: account))
    }
  }

  /// The user chose the person with the typed user ID, who may be unknown.
  func didChooseTypedID() {
    guard let id = state.typedID, case .choose(_, _, _, _, let onChooseID?) = mode else { return }
    screen.close()
    onChooseID(id)
  }

  func didChooseAccount(_ index: Int) {
    guard accounts.indices.contains(index), accounts[index].id != account else { return }
    state.chosenAccount = index
    state.generation += 1
    read(accounts[index].id)
  }

  func didRequestRetry() {
    if let account { read(account) }
  }

  func didRequestProfile() {
    if let chosen { navigator?.open(ProfileRoute(account: chosen)) }
  }

  /// Handles Escape: clears the query first.
  /// - Returns: whether there was something to take back.
  func didPressEscape() -> Bool {
    guard !state.query.isEmpty else { return false }
    didChangeQuery("")
    return true
  }

  // MARK: Reading

  private var chosen: Account? { accounts.first { $0.id == account } }

  private func didRead(_ all: [Account]) {
    let found = all.filter { $0.offers.contains(.people) }
    guard found != accounts || !hasReadAccounts else { return }
    hasReadAccounts = true
    accounts = found
    if case .browse = mode {
      state.accounts = accounts.map(\.name)
      state.canEditProfile = !accounts.isEmpty
      let index = accounts.firstIndex { $0.id == account }
      state.chosenAccount = index ?? 0
      if index != nil { return render() }
      if let first = accounts.first { return read(first.id) }
      (account, problem) = (nil, nil)
      reading?.cancel()
      reading = nil
      (state.rows, state.notice, state.skipped) = ([], nil, nil)
    } else if chosen != nil {
      if state.content == .noAccount { showPeople() }
      return
    }
    state.content = .noAccount
    state.isReady = true
    render()
  }

  private func read(_ account: AccountID) {
    self.account = account
    problem = nil
    reading?.cancel()
    state.notice = nil
    if !loadingNotice.isWaiting, !state.isReady { waitForCache() }
    let answers = people.read(account)
    reading = Task { [directory, weak self] in
      var problem: SyncProblem?
      do {
        for try await answer in answers {
          await directory.take(answer, of: account)
          guard !Task.isCancelled else { return }
          self?.showPeople()
        }
      } catch {
        problem = (error as? SyncError)?.problem ?? .protocolViolation(detail: "")
      }
      guard !Task.isCancelled else { return }
      self?.didEnd(problem)
    }
    showPeople()
  }

  private func waitForCache() {
    loadingNotice.schedule(after: Self.loadingDelay) { [weak self] in
      self?.state.isReady = true
      self?.render()
    }
  }

  private func didEnd(_ problem: SyncProblem?) {
    self.problem = problem
    reading = nil
    showPeople()
  }

  // MARK: Showing

  private func showPeople() {
    guard let account else { return render() }
    let known = directory.known(of: account)
    state.rows = known?.index.search(state.query, excluding: excluded) ?? []
    state.typedID = nil
    if state.isChoosing { showTypedID(known) }
    state.content = content(known)
    state.skipped = PeopleText.skipped(known?.answer.skipped ?? 0)
    state.notice = problem.flatMap { problem in
      known.map { PeopleText.notice(problem, readAt: $0.answer.readAt, store.now) }
    }
    if state.content != .loading { state.isReady = true }
    render()
  }

  /// Puts the person with the typed user ID first. If nobody is known to have it, offers to use the ID anyway, if nobody
  /// was found by name or the query looks like an ID. Neither waits for a server.
  private func showTypedID(_ known: PeopleDirectory.Known?) {
    let id = ProfileForm.trimmed(state.query)
    guard UserID.isPossible(id), !Person.looksLikeAddress(id), !excluded.contains(ExactText(id))
    else { return }
    if let row = known?.index.row(of: id) {
      state.rows = [row] + state.rows.filter { !$0.id.isExactly(id) }
    } else if state.takesID, state.rows.isEmpty || Self.looksMade(id) {
      state.typedID = id
    }
  }

  /// Whether the query may be the user ID of somebody else than a person who was found. Everybody chooses their own
  /// names, and can choose another person's ID.
  private func isMistakable(_ row: PersonRowModel) -> Bool {
    let id = ProfileForm.trimmed(state.query)
    return state.takesID && Self.looksMade(id) && !row.id.isExactly(id)
  }

  private static func looksMade(_ id: String) -> Bool {
    id.utf8.count >= shortestMadeID
      && id.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0)
      }
      && id.unicodeScalars.dropFirst().contains { !$0.properties.isLowercase }
  }

  private func content(_ known: PeopleDirectory.Known?) -> PeopleState.Content {
    if !state.rows.isEmpty { return .people }
    // An incomplete answer without a match is not the final result.
    let isAwaited = reading != nil && known?.answer.isComplete != true
    if isAwaited { return .loading }
    if known == nil, let problem { return .failed(reason: ErrorText.reason(problem)) }
    return state.query.isEmpty ? .nobody : .noMatch
  }

  private var excluded: Set<ExactText> {
    if case .choose(_, _, let excluded, _, _) = mode { excluded } else { [] }
  }

  private func render() {
    screen.render(state)
  }
}
