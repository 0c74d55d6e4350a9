import Basics
import Core
import Platform
import Service
import Sync

/// Adds a Firebase account, or signs in to one again.
@MainActor
final class SignInPresenter: Presenter {
  enum Mode: Equatable {
    case add
    /// Signs in again to an existing account, asking only for the password. Pending changes stay.
    case again(Account, FirestoreSettings)
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
  /// Whether accounts and lists have been read. Before that, it is unknown whether there are lists to move.
  private(set) var isLoaded = false
  /// Whether the user has chosen whether to move this computer's lists to the account.
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
    case .again(let account, let settings):
      state = SignInState(title: tr("Sign In Again"))
      state.knownName = account.name
      form = SignInForm(account, settings)
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
      // Deferred, because the entry is still inserting the pasted text.
      Task { [weak self] in self?.take(config) }
    }
    render()
  }

  /// Fills in the project and the key from a configuration that the user copied from the Firebase console.
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

  /// Signs in, creates a new user, or adds a server that needs no sign-in.
  func didSubmit() {
    begin()
  }

  /// Switches between creating a new user, which asks what others may see, and signing in.
  func didChooseNewUser(_ isNew: Bool) {
    guard !state.isBusy else { return }
    state.isNew = isNew
    state.problem = nil
    render()
  }

  /// Shows in the dialog that the help could not open the console or copy the rules.
  /// - Parameter reason: why, in words.
  func didFailToHelp(_ reason: String) {
    state.problem = SignInProblem(nil, reason)
    render()
  }

  func didSetFindable(_ isFindable: Bool) {
    state.isFindable = isFindable
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

  /// Whether a user is created. A server that needs no sign-in has no users to create.
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
    guard case .again(let account, _) = mode else { return nil }
    return account.id
  }

  /// Saves the account. The profile is stored before that; whatever contacts the server first sends it.
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

  /// - Returns: why the profile could not be stored; the account is usable without it.
  private static func keep(
    _ profile: Person?, of account: Account, _ profiles: any ProfileEditing
  ) async -> ProfileProblem? {
    guard let profile else { return nil }
    let person = Person(
      id: account.user, username: profile.username, fullname: profile.fullname,
      isFindable: profile.isFindable)
    do throws(ProfileProblem) {
      try await profiles.save(person, changing: Person.allFields, of: account.id)
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
