import Core
import Platform
import Service
import Sync
import Toolkit

/// The dialog with the accounts: adds an account, signs in again, and signs out.
@MainActor
final class AccountsPresenter: Presenter {
  let store: TodoStore
  let commands: CommandQueue
  let sync: any SyncControlling
  let signing: any AccountSigningIn
  let screen = Screen<AccountsState>()

  private var state = AccountsState()
  private var accounts: [Account] = []
  private var feed: Task<Void, Never>?
  /// The sign-out under way.
  var work: (account: AccountID, task: Task<Void, Never>)?
  /// The account whose changes are being sent before it is signed out.
  var sending: AccountID?
  /// The open question which kind of account to add.
  private var asking: Task<Void, Never>?
  /// The accounts set up in the desktop's settings.
  private var online: [OnlineAccount] = []

  init(
    store: TodoStore, commands: CommandQueue, sync: any SyncControlling,
    signing: any AccountSigningIn
  ) {
    self.store = store
    self.commands = commands
    self.sync = sync
    self.signing = signing
  }

  isolated deinit {
    feed?.cancel()
    work?.task.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    render()
    Task { [signing, weak self] in
      let online = await signing.onlineAccounts()
      self?.online = online
      self?.showRows()
    }
    let signals = store.syncChanges()
    feed = Task { [store, weak self] in
      for await _ in signals {
        do throws(StoreError) {
          let found = try await store.syncSummaries()
          self?.didRead(found)
        } catch {
          await self?.show(error, title: tr("To-Dos Cannot Be Read"))
        }
      }
    }
  }

  func didClose() {
    work?.task.cancel()
    screen.close()
  }

  func didRequestAccount() {
    guard asking == nil else { return }
    asking = Task { [weak self] in
      let answer = await self?.navigator?.present(AccountKindQuestion.alert) ?? ""
      self?.asking = nil
      switch AccountKindQuestion.Answer(rawValue: answer) {
      case .caldav: self?.navigator?.open(CalDAVSignInRoute(mode: .add))
      case .firebase: self?.navigator?.open(SignInRoute(mode: .add))
      case .cancel, nil: break
      }
    }
  }

  /// The user chose an account from the desktop's settings: it is added without further questions.
  func didChooseOnline(_ id: String) {
    guard let account = state.offered.first(where: { $0.id == id }) else { return }
    navigator?.open(CalDAVSignInRoute(mode: .online(account)))
  }

  /// The user activated an account's row: if they have to sign in again, the dialog for that opens.
  func didActivate(_ id: AccountID) {
    guard let account = account(id), row(id)?.status == .needsSignIn else { return }
    // Each kind of server has its own form.
    switch account.service {
    case .firestore(let settings):
      navigator?.open(SignInRoute(mode: .again(account, settings)))
    case .caldav(let settings):
      navigator?.open(CalDAVSignInRoute(mode: .again(account, settings)))
    }
  }

  func didRequestProfile(_ id: AccountID) {
    if let account = account(id) { navigator?.open(ProfileRoute(account: account)) }
  }

  // MARK: Parts

  func account(_ id: AccountID) -> Account? { accounts.first { $0.id == id } }

  private func row(_ id: AccountID) -> AccountsState.Row? { state.rows.first { $0.id == id } }

  private var statuses: [AccountID: AccountsState.Status] = [:]

  private func didRead(_ all: [(account: Account, summary: SyncSummary)]) {
    let found = all.filter { $0.account.share == nil }
    accounts = found.map(\.account)
    statuses = [:]
    for (account, summary) in found {
      let isRefused = summary.retry?.problem == .authentication
      statuses[account.id] =
        account.hasSecret
        ? (isRefused ? .needsSignIn : .signedIn) : (isRefused ? .refused : .open)
    }
    state.isEmpty = found.isEmpty
    showRows()
  }

  func showRows() {
    state.rows = accounts.map { account in
      .init(
        id: account.id, name: account.name, server: account.serverTitle,
        status: statuses[account.id] ?? .open, hasProfile: account.offers.contains(.people),
        isSending: sending == account.id,
        canSignOut: work == nil || sending == nil)
    }
    state.offered = online.filter { offer in !accounts.contains { offer.isSame(as: $0) } }
    render()
  }

  func show(_ error: StoreError, title: String) async {
    _ = await navigator?.present(ErrorText.alert(error, title: title))
  }

  private func render() {
    screen.render(state)
  }
}
