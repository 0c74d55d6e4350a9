import Core
import Platform
import Service
import Sync
import Toolkit

/// An open store together with its window and its synchronisation.
@MainActor
final class Session {
  let window: WindowView
  private let services: AppServices
  private let backup: StoreBackup
  private var daily: DailyTidying?
  /// Notices changes that terminal commands write, so that the window shows them.
  private let watcher: StoreWatcher?
  private let sync: SyncService
  private let repository: ServerRepository
  private let clock: SystemDayClock
  private let coordinator: AppCoordinator
  private let settings: Settings
  private let newAccount: Account?
  /// How long closing may wait until pending changes are sent. The window is hidden during that time.
  private static let sendingLimit = Duration.seconds(3)

  /// - Parameter newAccount: an account to set up, unless it exists already.
  init(
    store: TodoStore, location: StoreLocation, loop: ApplicationLoop, settings: Settings,
    loginStart: LoginStart, newAccount: Account?,
    remindersDidChange: @escaping @MainActor () -> Void,
    onDamage: @escaping @MainActor (StoreError) -> Void,
    onClose: @escaping @MainActor () -> Void
  ) {
    backup = location.backup
    watcher = StoreWatcher(store, path: location.path)
    clock = SystemDayClock(now: store.clock)
    self.settings = settings
    self.newAccount = newAccount
    let secrets = SecretServiceStore(rest: KeyringRest())
    let signing = AccountSignIn(transport: SoupTransport(), secrets: secrets)
    let servers = ServerAccess(
      store: store, secrets: secrets, dueTimesRing: { settings.dueTimesRing },
      tokens: { signing.tokens(for: $0) })
    sync = SyncService(
      store: store, lease: SyncLease(databasePath: location.path, holder: .window),
      makeBackend: { servers.backend(for: $0) }, limiter: { servers.limiter(for: $0) },
      onStoreError: { error in
        if case .damaged = error { onDamage(error) }
        Log.warning("synchronisation: \(ErrorText.reason(error))")
      })
    repository = ServerRepository(
      store: store, cacheFolder: ServerRepository.standardFolder,
      tokens: { signing.tokens(for: $0) })
    let directory = PeopleDirectory(source: repository.people)
    let pictures = PictureLoader(source: repository.pictures, decoder: PictureDecoder())
    let commands = CommandQueue()
    let undo = UndoHistory(store: store, commands: commands)
    services = AppServices(
      store: undo.store, commands: commands, undo: undo, clock: clock, sync: sync, signing: signing,
      catalogue: repository.catalogue, names: directory, people: repository.people,
      directory: directory, profiles: repository, settings: settings, loginStart: loginStart,
      onDamage: onDamage,
      remindersDidChange: remindersDidChange)
    window = WindowView(
      application: loop, settings: settings,
      avatars: AvatarProvider(directory: directory, pictures: pictures))
    coordinator = AppCoordinator(
      services: services, mainWindow: window, remembered: Page(settingsValue: settings.lastScope)
    ) { page in
      settings.lastScope = page.settingsValue
    }
    window.onClose = onClose
    window.onFocus = { [weak clock, weak sync] in
      clock?.refresh()
      sync?.windowDidGetFocus()
    }
    window.onBlur = { [weak sync] in sync?.windowDidLoseFocus() }
    repository.onRefusedProfile = { [weak coordinator] in coordinator?.didRefuseProfile(of: $0) }
    sync.onSyncNow = { secrets.askAgain() }
    clock.onJump = { [weak sync] in sync?.clockDidJump() }
    addActions(loop)
  }

  /// Shows the window. Work that would compete with its first frame starts after that frame.
  /// - Parameter onContent: runs after the first frame.
  func start(_ onContent: @escaping @MainActor () -> Void) {
    services.store.holdSnapshots()
    coordinator.start()
    coordinator.willLookForUnsentChanges()
    window.presentWithContent { [weak self] in
      self?.services.store.releaseSnapshots()
      onContent()
      Task {
        await self?.startSync()
        await self?.loadPeople()
        await self?.tidy()
        self?.tidyEachDay()
      }
    }
  }

  private func startSync() async {
    repository.start()
    let count = await sync.start(savesUnsentChanges: settings.savesUnsentChanges)
    coordinator.didFindUnsentChanges(count)
    guard let newAccount else { return }
    // After the check for unsent changes: local changes that this account adopts do not count as left over.
    do throws(StoreError) {
      try await services.store.connect(newAccount)
    } catch {
      Log.warning("the account was not set up: \(ErrorText.reason(error))")
    }
  }

  /// Loads the people of all accounts, so that names and pictures are available before they are needed.
  private func loadPeople() async {
    for account in (try? await services.store.accounts()) ?? []
    where account.offers.contains(.people) {
      services.directory.load(account.id)
    }
  }

  private func tidyEachDay() {
    daily = DailyTidying(clock: clock) { [weak self] in await self?.tidy() }
  }

  private func tidy() async {
    await backUp()
    await TrashPurge.run(services.store)
  }

  /// Makes the daily backup. On the first day it is made when the session ends, since there is nothing to copy before.
  private func backUp() async {
    do throws(StoreError) {
      try await backup.copyIfDue(services.store)
    } catch {
      if case .damaged = error { services.onDamage(error) }
      Log.warning("no backup was made: \(ErrorText.reason(error))")
    }
  }

  /// Waits until all commands are on disk and, within a time limit, until pending changes are on the server. The window
  /// is hidden already; the database stays open.
  func end() async {
    await services.commands.drain()
    await sync.stop(within: Self.sendingLimit)
    await repository.stop()
    await daily?.end()
    await backUp()
  }

  /// Stops waiting for the server because the user wants the window again or to quit. All changes are on disk.
  func stopWaiting() { sync.stopWaiting() }

  // MARK: Requests from outside

  func perform(_ request: WindowRequest) { coordinator.perform(request) }

  /// Runs the action that the user chose in a notification. It can be undone as if it had been done in the window.
  /// - Parameters:
  ///   - reminder: not trusted, since it comes from outside; if it names no shown reminder, nothing happens.
  ///   - snooze: nil marks the to-do as done.
  func didChoose(_ reminder: Int64, _ snooze: SnoozeLength?) async {
    coordinator.didChoose(reminder, snooze)
    await services.commands.drain()
  }

  /// Called when the desktop switches between 12-hour and 24-hour times.
  func clockFormatDidChange() { clock.formatDidChange() }

  func syncNow() { coordinator.didChooseSyncNow() }

  private func addActions(_ loop: ApplicationLoop) {
    let add: (String, [String], @escaping @MainActor () -> Void) -> Void = {
      [window] name, keys, run in
      window.addAction(name, run)
      loop.setKeys(keys, for: "win.\(name)")
    }
    for direction in [TextUndo.Direction.undo, .redo] {
      window.addAction(direction) { [weak coordinator] in coordinator?.didChoose(direction) }
      loop.setKeys(direction.keys, for: "win.\(direction.rawValue)")
    }
    add("new-todo", ["<Control>n"]) { [weak coordinator] in coordinator?.didChooseNewTodo() }
    add("new-todo-details", ["<Control><Shift>n"]) { [weak coordinator] in
      coordinator?.didChooseNewTodoWithDetails()
    }
    add("new-list", ["<Control><Shift>l"]) { [weak coordinator] in coordinator?.didChooseNewList() }
    add("contents", ["<Control>o"]) { [weak coordinator] in coordinator?.open(ContentsRoute()) }
    add("sync", ["F5", "<Control>r"]) { [weak coordinator] in coordinator?.didChooseSyncNow() }
    add("accounts", ["<Control><Shift>a"]) { [weak coordinator] in
      coordinator?.open(AccountsRoute())
    }
    add("people", ["<Control><Shift>p"]) { [weak coordinator] in
      coordinator?.open(PeopleRoute(mode: .browse))
    }
    add("trash", ["<Control><Shift>t"]) { [weak coordinator] in
      coordinator?.open(RecoveryRoute(page: .trash))
    }
    add("show-help-overlay", ["<Control>question", "<Control>F1"]) { [weak coordinator] in
      coordinator?.didChooseShortcuts()
    }
    add("about", []) { [weak coordinator] in coordinator?.didChooseAbout() }
    add("close", ["<Control>w"]) { [weak window] in window?.close() }
  }
}
