import Basics
import Core
import Platform
import Service
import Sync

/// Adds an account at a CalDAV server, or lets the user of one sign in again.
@MainActor
final class CalDAVSignInPresenter: Presenter {
  typealias Field = CalDAVSignInState.Field

  private let mode: Mode
  private let store: TodoStore
  private let commands: CommandQueue
  private let sync: any SyncControlling
  private let signing: any AccountSigningIn
  let screen = Screen<CalDAVSignInState>()

  private let offer: BrowserOffer
  private var form: CalDAVSignInForm
  private var state: CalDAVSignInState
  private var existing: ExistingAccounts
  private var expected: ExistingCalDAVAccount?
  private(set) var isLoaded = false
  /// Whether somebody has decided about the lists of this computer.
  private var isMoveChosen = false
  private var work: Task<Void, Never>?
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
    offer = BrowserOffer(signing)
    form = CalDAVSignInForm(mode)
    switch mode {
    case .add, .online:
      state = CalDAVSignInState(title: tr("Add Account"))
      existing = ExistingAccounts(nil)
    case .again(let account, _):
      state = CalDAVSignInState(title: tr("Sign In Again"), knownName: account.name)
      existing = ExistingAccounts(account)
    }
  }

  isolated deinit {
    work?.cancel()
  }

  /// What is in the entries at first.
  var knownTexts: [Field: String] { form.texts }

  // MARK: Gestures

  func didLoad() {
    render()
    if mode != .add { didLeaveAddress() }
    Task { [store, mode, weak self] in
      do throws(StoreError) {
        let existing = try await ExistingAccounts(in: store)
        let expected = try await mode.expected(in: store)
        self?.didRead(existing, expected)
      } catch {
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  func didChange(_ field: Field, _ text: String) {
    // The same text in its own place is no change: what the server was asked stays.
    guard form.set(field, text) else { return }
    if field == .address { forgetOffer() }
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
    guard !form.address.isEmpty, !offer.isKnown(for: form.address) else { return }
    forgetOffer()
    offer.ask(form.address, certificate: form.certificate) { [weak self] isOffered in
      self?.state.offersBrowser = isOffered
      self?.render()
    }
  }

  func didSubmit() {
    guard form.isComplete else { return didLeaveAddress() }
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

  private func begin(_ source: CalDAVPasswordSource) {
    guard work == nil, !isSaving, isLoaded else { return }
    state.problem = nil
    state.isBusy = true
    render()
    let request = form.request(expected: expected, known: existing.accounts)
    work = Task { [signing, existing, weak self] in
      do throws(AccountSignInFailure) {
        let account = try await source.signIn(request, signing) { self?.didGetBrowserAddress($0) }
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
    // Somebody may have begun to type meanwhile.
    guard let account = await mode.onlineAccount(signing), isOpen, form[.password].isEmpty else {
      return
    }
    begin(.online(account))
  }

  private func didGetBrowserAddress(_ address: String) {
    guard work != nil, !Task.isCancelled else { return }
    state.browserAddress = address
    render()
  }

  private func forgetOffer() {
    offer.forget()
    state.offersBrowser = false
  }

  private func didFail(_ failure: AccountSignInFailure, _ source: CalDAVPasswordSource) async {
    end(with: .init(failure))
    guard case .caldav(.untrustedCertificate(let unknown)) = failure else { return }
    let answer = await navigator?.present(CertificateQuestion(certificate: unknown).alert) ?? ""
    guard CertificateQuestion.Answer(rawValue: answer) == .trust, isOpen else { return }
    form.certificate = unknown.fingerprint
    begin(source)
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

  private func didRead(_ existing: ExistingAccounts, _ expected: ExistingCalDAVAccount?) {
    isLoaded = true
    self.existing = existing
    self.expected = expected
    state.hasLocalLists = existing.hasLocalLists && expected == nil
    if !isMoveChosen { state.isMoving = existing.accounts.isEmpty }
    render()
    Task { [weak self] in await self?.signInOnline() }
  }

  private func render() {
    state.canSubmit = isLoaded && form.isComplete && !state.isBusy
    screen.render(state)
  }
}
