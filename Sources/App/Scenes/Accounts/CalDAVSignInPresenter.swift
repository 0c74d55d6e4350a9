import Basics
import Core
import Platform
import Service
import Sync

/// Adds an account at a CalDAV server, or lets the user of one sign in again.
@MainActor
final class CalDAVSignInPresenter: Presenter {
  typealias Field = CalDAVSignInState.Field

  enum Mode: Equatable {
    case add
    /// Adds one that the user has set up for the whole desktop; asks only if that fails.
    case online(OnlineAccount)
    /// Asks only for the password. What waits to be sent stays.
    case again(Account, CalDAVSettings)
  }

  /// Where the password comes from.
  private enum PasswordSource {
    case typed
    /// The server makes one once somebody has signed in in the browser.
    case browser
    /// The desktop's settings have it.
    case online(OnlineAccount)
  }

  private let mode: Mode
  private let store: TodoStore
  private let commands: CommandQueue
  private let sync: any SyncControlling
  private let signing: any AccountSigningIn
  let screen = Screen<CalDAVSignInState>()

  private var texts: [Field: String] = [:]
  /// The fingerprint of what the user trusts.
  private var certificate: String?
  private var state: CalDAVSignInState
  private var existing: ExistingAccounts
  private(set) var isLoaded = false
  /// Whether somebody has decided about the lists of this computer.
  private var isMoveChosen = false
  private var work: Task<Void, Never>?
  /// The server that was asked last whether it offers the browser, and the question.
  private var asked: String?
  private var asking: Task<Void, Never>?
  /// Whether the account is being written down; it is too late to cancel then.
  private var isSaving = false

  init(
    mode: Mode, store: TodoStore, commands: CommandQueue, sync: any SyncControlling,
    signing: any AccountSigningIn
  ) {
    self.mode = mode
    self.store = store
    self.commands = commands
    self.sync = sync
    self.signing = signing
    switch mode {
    case .add:
      state = CalDAVSignInState(title: tr("Add Account"))
      existing = ExistingAccounts(nil)
    case .online(let account):
      state = CalDAVSignInState(title: tr("Add Account"))
      texts = [.address: account.address, .user: account.user]
      existing = ExistingAccounts(nil)
    case .again(let account, let settings):
      state = CalDAVSignInState(title: tr("Sign In Again"), knownName: account.name)
      texts = [.address: settings.server + settings.home, .user: settings.user]
      certificate = settings.certificate
      existing = ExistingAccounts(account)
    }
  }

  isolated deinit {
    work?.cancel()
    asking?.cancel()
  }

  /// What is in the entries at first.
  var knownTexts: [Field: String] { texts }

  // MARK: Gestures

  func didLoad() {
    render()
    if mode != .add { didLeaveAddress() }
    Task { [store, weak self] in
      do throws(StoreError) {
        let existing = try await ExistingAccounts(in: store)
        self?.didRead(existing)
      } catch {
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  func didChange(_ field: Field, _ text: String) {
    // The dialog puts into its entries what is known already.
    guard !(texts[field] ?? "").isExactly(text) else { return }
    texts[field] = text
    // It was trusted for what was typed before.
    if field == .address {
      certificate = nil
      forgetOffer()
    }
    if state.problem?.field == field { state.problem = nil }
    render()
  }

  func didToggleMove(_ isMoving: Bool) {
    isMoveChosen = true
    state.isMoving = isMoving
    render()
  }

  /// The address stands: its server is asked whether it offers the browser. Not at each letter: that would ask the servers
  /// of others, whose names one address begins with.
  func didLeaveAddress() {
    let address = trimmed(.address)
    guard !address.isEmpty, address != asked else { return }
    forgetOffer()
    asked = address
    asking = Task { [signing, certificate, weak self] in
      let isOffered = await signing.offersBrowser(at: address, certificate: certificate)
      guard let self, !Task.isCancelled else { return }
      state.offersBrowser = isOffered
      render()
    }
  }

  func didSubmit() {
    guard isComplete else { return didLeaveAddress() }
    begin(.typed)
  }

  /// Lets somebody sign in through the browser; it waits for that.
  func didChooseBrowser() {
    begin(.browser)
  }

  /// The address can still be copied.
  func didFailToOpenBrowser(_ reason: String) {
    guard state.browserAddress != nil else { return }
    state.problem = .init(
      field: nil,
      text: tr("No browser could be opened (%s). Copy the address and open it yourself.", reason))
    state.problemCount += 1
    render()
  }

  /// Ends signing in if that is under way; otherwise leaves the dialog.
  func didCancel() {
    guard !isSaving else { return }
    guard let work else {
      screen.close()
      return
    }
    work.cancel()
    end(with: nil)
  }

  // MARK: Signing in

  private var expected: AccountID? {
    guard case .again(let account, _) = mode else { return nil }
    return account.id
  }

  /// An e-mail address says who signs in.
  private var isComplete: Bool {
    let address = trimmed(.address)
    let saysUser = address.contains("@") && !address.contains("/")
    return !address.isEmpty && (saysUser || !trimmed(.user).isEmpty)
      && !(texts[.password] ?? "").isEmpty
  }

  private func trimmed(_ field: Field) -> String {
    TodoContent.normalized(texts[field] ?? "") ?? ""
  }

  private func begin(_ source: PasswordSource) {
    guard work == nil, !isSaving, isLoaded else { return }
    state.problem = nil
    state.isBusy = true
    render()
    let request = CalDAVSignInRequest(
      address: trimmed(.address), user: trimmed(.user), password: texts[.password] ?? "",
      certificate: certificate, expected: expected, known: existing.accounts)
    work = Task { [signing, existing, weak self] in
      do throws(AccountSignInFailure) {
        let account: Account
        switch source {
        case .typed: account = try await signing.signIn(request)
        case .browser:
          account = try await signing.signIn(BrowserSignInRequest(request)) {
            self?.didGetBrowserAddress($0)
          }
        case .online(let online):
          account = try await signing.signIn(OnlineSignInRequest(online, request))
        }
        if let self, !Task.isCancelled { return self.save(account) }
        // Cancelled when it was already too late: nobody wants the account.
        existing.discard(account, signing)
      } catch {
        if !Task.isCancelled { await self?.didFail(error, source) }
      }
    }
  }

  /// Takes the password from the desktop's settings, where it may have been changed already.
  private func signInOnline() async {
    let account: OnlineAccount?
    switch mode {
    case .add: account = nil
    case .online(let chosen): account = chosen
    case .again(_, let settings):
      account = await signing.onlineAccounts().first { $0.isSame(as: settings) }
    }
    // Somebody may have begun to type meanwhile.
    guard let account, isOpen, (texts[.password] ?? "").isEmpty else { return }
    begin(.online(account))
  }

  private func didGetBrowserAddress(_ address: String) {
    guard work != nil, !Task.isCancelled else { return }
    state.browserAddress = address
    render()
  }

  private func forgetOffer() {
    asking?.cancel()
    asked = nil
    state.offersBrowser = false
  }

  private func didFail(_ failure: AccountSignInFailure, _ source: PasswordSource) async {
    end(with: .init(field: Self.field(of: failure), text: ErrorText.reason(failure)))
    guard case .caldav(.untrustedCertificate(let unknown)) = failure else { return }
    let answer = await navigator?.present(CertificateQuestion(certificate: unknown).alert) ?? ""
    guard CertificateQuestion.Answer(rawValue: answer) == .trust, isOpen else { return }
    certificate = unknown.fingerprint
    begin(source)
  }

  private static func field(of failure: AccountSignInFailure) -> Field? {
    if case .browser(.otherServer) = failure { return .address }
    if case .onlineAccounts = failure { return .password }
    guard case .caldav(let error) = failure else { return nil }
    return switch error {
    case .notAnAddress, .insecureAddress, .otherHost, .notCalDAV: .address
    case .wrongPassword: .password
    case .unreachable, .untrustedCertificate, .noTaskList, .unavailable: nil
    }
  }

  /// Writes the account down. The password is in the keyring already.
  private func save(_ account: Account) {
    work = nil
    isSaving = true
    commands.run { [store, sync, isMoving = state.isMoving, weak self] () throws(StoreError) in
      try await store.connect(account, isAdopting: isMoving)
      sync.syncNow()
      self?.screen.close()
    } failing: { _ in
      tr("The Account Was Not Saved")
    } onFailure: { [signing, existing, weak self] _ in
      existing.discard(account, signing)
      self?.isSaving = false
      self?.end(with: nil)
    }
  }

  private func end(with problem: CalDAVSignInState.Problem?) {
    work = nil
    state.isBusy = false
    state.browserAddress = nil
    state.problem = problem
    if problem != nil { state.problemCount += 1 }
    render()
  }

  // MARK: Parts

  private func didRead(_ existing: ExistingAccounts) {
    isLoaded = true
    self.existing = existing
    state.hasLocalLists = existing.hasLocalLists && expected == nil
    if !isMoveChosen { state.isMoving = existing.accounts.isEmpty }
    render()
    Task { [weak self] in await self?.signInOnline() }
  }

  private func render() {
    state.canSubmit = isLoaded && isComplete && !state.isBusy
    screen.render(state)
  }
}
