import Core

/// Adds an account, or lets the user of one sign in again.
@MainActor
final class SignInPresenter {
  enum Mode: Equatable {
    case add
    /// Asks only for the password. What waits to be sent stays.
    case again(Account)
  }

  private let mode: Mode
  private let store: TodoStore
  private let commands: CommandQueue
  private let sync: any SyncControlling
  private let signing: any AccountSigningIn
  weak var view: (any SignInViewing)?
  weak var router: (any SignInRouter)?

  private var form = SignInForm()
  private var state: SignInState
  private var rendered: SignInState?
  private var known: Set<AccountID> = []
  /// Whether accounts and lists have been looked at: only then it is known what becomes of the lists here.
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
    switch mode {
    case .add:
      state = SignInState(title: tr("Add Account"))
    case .again(let account):
      state = SignInState(title: tr("Sign In Again"))
      state.knownName = account.name
      form = SignInForm(account)
      known = [account.id]
    }
  }

  isolated deinit {
    work?.cancel()
  }

  /// Whether only the password is asked for.
  var isShort: Bool { mode != .add }

  // MARK: Gestures

  func didLoad() {
    render()
    Task { [store, weak self] in
      do throws(StoreError) {
        let accounts = try await store.accounts()
        let lists = try await store.lists()
        self?.didRead(accounts, hasLocalLists: lists.contains { $0.account == nil })
      } catch {
        await self?.show(error)
      }
    }
  }

  func didChange(_ field: SignInForm.Field, _ text: String) {
    form[field] = text
    if state.problem?.field == field { state.problem = nil }
    render()
  }

  func didToggleMove(_ isMoving: Bool) {
    isMoveChosen = true
    state.isMoving = isMoving
    render()
  }

  /// Signs in, or takes a server that asks nobody to.
  func didSubmit() {
    begin(isNew: false)
  }

  /// Makes a new user.
  func didRequestNewUser() {
    begin(isNew: true)
  }

  /// Ends signing in if that is under way; otherwise leaves the dialog.
  func didCancel() {
    guard !isSaving else { return }
    guard let work else {
      router?.didFinish()
      return
    }
    work.cancel()
    end(with: nil)
  }

  // MARK: Signing in

  private func begin(isNew: Bool) {
    guard work == nil, !isSaving, isLoaded, form.isComplete else { return }
    state.problem = nil
    do throws(SignInProblem) {
      let server = try form.server()
      if form.isOpen { return save(Account(firestore: server)) }
      let request = AccountSignInRequest(
        server: server, identity: try form.identity(), email: try form.email(),
        password: form[.password], isNew: isNew, expected: expected, known: known)
      state.isBusy = true
      render()
      work = Task { [signing, known, weak self] in
        do throws(AccountSignInFailure) {
          let account = try await signing.signIn(request)
          if let self, !Task.isCancelled { return self.save(account) }
          // Cancelled when it was already too late: nobody wants the account.
          if !known.contains(account.id) { Self.forget(account, signing) }
        } catch {
          if !Task.isCancelled { self?.end(with: SignInProblem(error)) }
        }
      }
    } catch {
      end(with: error)
    }
  }

  private var expected: AccountID? {
    guard case .again(let account) = mode else { return nil }
    return account.id
  }

  /// Writes the account down. The secret is in the keyring already: an account without one would ask
  /// for the password at once.
  private func save(_ account: Account) {
    work = nil
    isSaving = true
    state.isBusy = true
    render()
    commands.run {
      [store, sync, isMoving = state.isMoving, weak self] () throws(StoreError) in
      try await store.connect(account, isAdopting: isMoving)
      sync.syncNow()
      self?.router?.didFinish()
    } failing: { _ in
      tr("The Account Was Not Saved")
    } onFailure: { [signing, known, weak self] _ in
      if !known.contains(account.id) { Self.forget(account, signing) }
      self?.isSaving = false
      self?.end(with: nil)
    }
  }

  private static func forget(_ account: Account, _ signing: any AccountSigningIn) {
    Task {
      do {
        try await signing.signOut(account)
      } catch {
        Log.warning("a secret that is of no use is left in the keyring: \(error)")
      }
    }
  }

  private func end(with problem: SignInProblem?) {
    work = nil
    state.isBusy = false
    state.problem = problem
    if problem != nil { state.problemCount += 1 }
    render()
  }

  // MARK: Parts

  private func didRead(_ accounts: [Account], hasLocalLists: Bool) {
    isLoaded = true
    known = Set(accounts.map(\.id))
    state.hasLocalLists = hasLocalLists && mode == .add
    if !isMoveChosen { state.isMoving = accounts.isEmpty }
    render()
  }

  private func show(_ error: StoreError) async {
    _ = await router?.present(ErrorText.alert(error, title: tr("To-Dos Cannot Be Read")))
  }

  private func render() {
    state.texts = form.shownTexts
    state.isOpen = form.isOpen
    state.canSubmit = isLoaded && form.isComplete && !state.isBusy
    guard state != rendered else { return }
    view?.render(state)
    rendered = state
  }
}
