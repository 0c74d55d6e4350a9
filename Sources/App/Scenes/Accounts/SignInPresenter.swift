import Basics
import Core
import Platform
import Service
import Sync

/// Adds an account, or lets the user of one sign in again.
@MainActor
final class SignInPresenter: Presenter {
  enum Mode: Equatable {
    case add
    /// Asks only for the password. What waits to be sent stays.
    case again(Account)
  }

  private let mode: Mode
  private let store: TodoStore
  private let sync: any SyncControlling
  private let signing: any AccountSigningIn
  private let profiles: any ProfileEditing
  private let attempt: SignInAttempt
  let screen = Screen<SignInState>()

  private var form = SignInForm()
  private var state: SignInState
  /// Whether accounts and lists have been looked at: only then it is known what becomes of the lists here.
  private(set) var isLoaded = false
  /// Whether somebody has decided about the lists of this computer.
  private var isMoveChosen = false

  init(
    mode: Mode, store: TodoStore, commands: CommandQueue, sync: any SyncControlling,
    signing: any AccountSigningIn, profiles: any ProfileEditing
  ) {
    self.mode = mode
    self.store = store
    self.sync = sync
    self.signing = signing
    self.profiles = profiles
    switch mode {
    case .add:
      state = SignInState(title: tr("Add Account"))
      attempt = SignInAttempt(nil, signing, commands)
    case .again(let account):
      state = SignInState(title: tr("Sign In Again"))
      state.knownName = account.name
      form = SignInForm(account)
      attempt = SignInAttempt(account, signing, commands)
    }
  }

  /// Whether only the password is asked for.
  var isShort: Bool { mode != .add }

  // MARK: Gestures

  func didLoad() {
    render()
    Task { [store, weak self] in
      do throws(StoreError) {
        let existing = try await ExistingAccounts(in: store)
        self?.didRead(existing)
      } catch {
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  func didChange(_ field: SignInForm.Field, _ text: String) {
    form[field] = text
    if state.problem?.field == field { state.problem = nil }
    if [.project, .apiKey].contains(field), let config = FirebaseConfig(pasted: text) {
      // Later: the entry is still at inserting what was pasted.
      Task { [weak self] in self?.take(config) }
    }
    render()
  }

  /// Somebody has pasted all that the console shows: its parts go where they belong.
  private func take(_ config: FirebaseConfig) {
    form[.project] = config.project
    form[.apiKey] = config.apiKey
    state.problem = nil
    render()
  }

  func didToggleMove(_ isMoving: Bool) {
    isMoveChosen = true
    state.isMoving = isMoving
    render()
  }

  /// Signs in, makes a new user, or takes a server that asks nobody to sign in.
  func didSubmit() {
    begin()
  }

  /// Asks a new user what others may see, or goes back to signing in.
  func didChooseNewUser(_ isNew: Bool) {
    guard !state.isBusy else { return }
    state.isNew = isNew
    state.problem = nil
    render()
  }

  /// Says in the dialog that the help could not open the console or copy the rules.
  /// - Parameter reason: why, in words.
  func didFailToHelp(_ reason: String) {
    state.problem = SignInProblem(nil, reason)
    render()
  }

  func didSetFindable(_ isFindable: Bool) {
    state.isFindable = isFindable
    render()
  }

  /// Ends signing in if that is under way; otherwise leaves the dialog.
  func didCancel() {
    guard !attempt.isSaving else { return }
    guard attempt.cancel() else {
      screen.close()
      return
    }
    end(with: nil)
  }

  // MARK: Signing in

  /// Nobody makes a user at a server that asks nobody to sign in.
  private var isNew: Bool { state.isNew && !form.isOpen }

  private func begin() {
    guard attempt.isIdle, isLoaded, form.isComplete(isNew: isNew) else { return }
    state.problem = nil
    do throws(SignInProblem) {
      let server = try form.server()
      if form.isOpen { return save(Account(firestore: server), nil) }
      let profile = isNew ? try form.profile(isFindable: state.isFindable) : nil
      let request = AccountSignInRequest(
        server: server, identity: try form.identity(), email: try form.email(),
        password: form[.password], isNew: isNew, expected: expected,
        known: attempt.existing.accounts)
      state.isBusy = true
      render()
      attempt.begin { [signing] () async throws(AccountSignInFailure) -> Account in
        try await signing.signIn(request)
      } onAccount: { [weak self] account in
        self?.save(account, profile)
      } onFailure: { [weak self] failure in
        self?.end(with: SignInProblem(failure))
      }
    } catch {
      end(with: error)
    }
  }

  private var expected: AccountID? {
    guard case .again(let account) = mode else { return nil }
    return account.id
  }

  /// Writes the account down. The profile is kept before, and sent with whatever comes first.
  private func save(_ account: Account, _ profile: Person?) {
    state.isBusy = true
    render()
    attempt.save(account) {
      [store, sync, profiles, navigator, isMoving = state.isMoving, weak self] () throws(StoreError)
      in
      let problem = await Self.keep(profile, of: account, profiles)
      try await store.connect(account, isAdopting: isMoving)
      sync.syncNow()
      if profile != nil, problem == nil {
        let upload = ProfileUpload(profiles: profiles, account: account.id, alerts: navigator) {}
        Task { await upload.run() }
      }
      self?.screen.close()
      if let problem { _ = await navigator?.present(ProfileText.unsaved(problem)) }
    } onFailure: { [profiles, weak self] in
      if profile != nil { Task { await profiles.discardPending(of: account.id) } }
      self?.end(with: nil)
    }
  }

  /// - Returns: why it could not be kept. The account is good without it.
  private static func keep(
    _ profile: Person?, of account: Account, _ profiles: any ProfileEditing
  ) async -> ProfileProblem? {
    guard let profile else { return nil }
    let person = Person(
      id: account.user, username: profile.username, fullname: profile.fullname,
      isFindable: profile.isFindable)
    do throws(ProfileProblem) {
      try await profiles.save(person, of: account.id)
      return nil
    } catch {
      return error
    }
  }

  private func end(with problem: SignInProblem?) {
    state.isBusy = false
    state.problem = problem
    if problem != nil { state.problemCount += 1 }
    render()
  }

  // MARK: Parts

  private func didRead(_ existing: ExistingAccounts) {
    isLoaded = true
    attempt.existing = existing
    state.hasLocalLists = existing.hasLocalLists && mode == .add
    if !isMoveChosen { state.isMoving = existing.accounts.isEmpty }
    render()
  }

  private func render() {
    state.texts = form.shownTexts
    state.isOpen = form.isOpen
    state.canSubmit = isLoaded && form.isComplete(isNew: isNew) && !state.isBusy
    screen.render(state)
  }
}
