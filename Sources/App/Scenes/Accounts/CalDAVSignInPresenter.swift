import Basics
import Core
import Platform
import Service
import Sync

/// Adds a CalDAV account, or signs in to one again.
@MainActor
final class CalDAVSignInPresenter: Presenter {
  typealias Field = CalDAVSignInState.Field

  private let mode: Mode
  private let store: TodoStore
  private let sync: any SyncControlling
  private let signing: any AccountSigningIn
  let screen = Screen<CalDAVSignInState>()

  private let browserProbe: BrowserSignInProbe
  private let attempt: SignInAttempt
  private var form: CalDAVSignInForm
  private var state: CalDAVSignInState
  private var expected: ExistingCalDAVAccount?
  private(set) var isLoaded = false
  /// Whether the user has chosen whether to move this computer's lists to the account.
  private var isMoveChosen = false

  init(
    mode: Mode, store: TodoStore, commands: CommandQueue, sync: any SyncControlling,
    signing: any AccountSigningIn
  ) {
    self.mode = mode
    self.store = store
    self.sync = sync
    self.signing = signing
    browserProbe = BrowserSignInProbe(signing)
    form = CalDAVSignInForm(mode)
    switch mode {
    case .add, .online:
      state = CalDAVSignInState(title: tr("Add Account"))
      attempt = SignInAttempt(nil, signing, commands)
    case .again(let account, _):
      state = CalDAVSignInState(title: tr("Sign In Again"), knownName: account.name)
      attempt = SignInAttempt(account, signing, commands)
    }
  }

  /// The initial texts of the entries.
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
    // Ignoring an unchanged text keeps the server's answer for the address.
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

  /// The user left the address entry: asks its server whether it offers signing in through the browser. This is not
  /// asked at each letter, because the beginning of one address can be the address of another server.
  func didLeaveAddress() {
    guard !form.address.isEmpty, !browserProbe.isKnown(for: form.address) else { return }
    forgetOffer()
    browserProbe.ask(form.address, certificate: form.certificate) { [weak self] isOffered in
      self?.state.offersBrowser = isOffered
      self?.render()
    }
  }

  func didSubmit() {
    guard form.isComplete else { return didLeaveAddress() }
    begin(.typed)
  }

  /// Starts signing in through the browser, and waits until the user has done so.
  func didChooseBrowser() {
    begin(.browser)
  }

  /// Asks the user to copy the address instead.
  func didFailToOpenBrowser(_ reason: String) {
    guard state.browserAddress != nil else { return }
    state.problem = .init(
      field: nil,
      text: tr("No browser could be opened (%s). Copy the address and open it yourself.", reason))
    state.problemCount += 1
    render()
  }

  /// Cancels signing in if it is in progress; otherwise closes the dialog.
  func didCancel() {
    guard !attempt.isSaving else { return }
    guard attempt.cancel() else {
      screen.close()
      return
    }
    end(with: nil)
  }

  // MARK: Signing in

  private func begin(_ source: CalDAVPasswordSource) {
    guard attempt.isIdle, isLoaded else { return }
    state.problem = nil
    state.isBusy = true
    render()
    let request = form.request(expected: expected, known: attempt.existing.accounts)
    attempt.begin { [signing, weak self] () async throws(AccountSignInFailure) -> Account in
      try await source.signIn(request, signing) { self?.didGetBrowserAddress($0) }
    } onAccount: { [weak self] account in
      self?.save(account)
    } onFailure: { [weak self] failure in
      await self?.didFail(failure, source)
    }
  }

  /// Tries the password in the desktop's settings, which may have been updated there already.
  private func signInOnline() async {
    // The user may have begun to type meanwhile.
    guard let account = await mode.onlineAccount(signing), isOpen, form[.password].isEmpty else {
      return
    }
    begin(.online(account))
  }

  private func didGetBrowserAddress(_ address: String) {
    guard attempt.isSigningIn, !Task.isCancelled else { return }
    state.browserAddress = address
    render()
  }

  private func forgetOffer() {
    browserProbe.forget()
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

  private func save(_ account: Account) {
    attempt.save(account) {
      [store, sync, isMoving = state.isMoving, weak self] () throws(StoreError) in
      try await store.connect(account, isAdopting: isMoving)
      sync.syncNow()
      self?.screen.close()
    } onFailure: { [weak self] in
      self?.end(with: nil)
    }
  }

  private func end(with problem: CalDAVSignInState.Problem?) {
    state.isBusy = false
    state.browserAddress = nil
    state.problem = problem
    if problem != nil { state.problemCount += 1 }
    render()
  }

  // MARK: Parts

  private func didRead(_ existing: ExistingAccounts, _ expected: ExistingCalDAVAccount?) {
    isLoaded = true
    attempt.existing = existing
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
