import Core
import Sync

/// One open file of to-dos with its window and its synchronisation.
@MainActor
final class Session {
  let window: WindowView
  private let services: AppServices
  private let backup: StoreBackup
  private let sync: SyncService
  private let clock: SystemDayClock
  private let coordinator: AppCoordinator

  init(
    store: TodoStore, backup: StoreBackup, loop: ApplicationLoop, settings: Settings,
    onDamage: @escaping @MainActor (StoreError) -> Void,
    onClose: @escaping @MainActor () -> Void
  ) {
    self.backup = backup
    clock = SystemDayClock(now: store.clock)
    sync = SyncService(store: store, transport: SoupTransport()) { error in
      if case .damaged = error { onDamage(error) }
      Log.warning("synchronisation: \(ErrorText.reason(error))")
    }
    services = AppServices(
      store: store, commands: CommandQueue(), clock: clock, sync: sync, onDamage: onDamage)
    window = WindowView(application: loop, settings: settings)
    coordinator = AppCoordinator(
      services: services, stage: window, remembered: Page(settingsValue: settings.lastScope)
    ) { page in
      settings.lastScope = page.settingsValue
    }
    window.onClose = onClose
    window.onFocus = { [weak clock] in clock?.refresh() }
    addActions(loop)
  }

  /// Shows the window. What would compete with its first frame begins after it.
  func start() {
    coordinator.start()
    window.presentWithContent { [weak self] in
      self?.sync.start()
      Task { await self?.backUp() }
    }
  }

  /// Makes the copy of the day. On the first day it is made at the end, when there is something.
  private func backUp() async {
    do throws(StoreError) {
      try await backup.copyIfDue(services.store)
    } catch {
      if case .damaged = error { services.onDamage(error) }
      Log.warning("no backup was made: \(ErrorText.reason(error))")
    }
  }

  /// Waits until everything that was asked for is on disk, then closes the file.
  func end() async {
    await services.commands.drain()
    await sync.stop()
    await backUp()
    do throws(StoreError) {
      try services.store.close()
    } catch {
      Log.warning("the file was not closed: \(ErrorText.reason(error))")
    }
  }

  private func addActions(_ loop: ApplicationLoop) {
    let actions = ActionGroup()
    let add: (String, [String], @escaping @MainActor () -> Void) -> Void = { name, keys, run in
      actions.add(name, run)
      loop.setKeys(keys, for: "win.\(name)")
    }
    add("new-todo", ["<Control>n"]) { [weak coordinator] in coordinator?.didChooseNewTodo() }
    add("new-todo-details", ["<Control><Shift>n"]) { [weak coordinator] in
      coordinator?.didChooseNewTodoWithDetails()
    }
    add("new-list", ["<Control><Shift>l"]) { [weak coordinator] in coordinator?.didChooseNewList() }
    add("sync", ["F5", "<Control>r"]) { [weak coordinator] in coordinator?.didChooseSyncNow() }
    add("accounts", ["<Control>comma"]) { [weak coordinator] in coordinator?.didChooseAccounts() }
    add("close", ["<Control>w", "<Control>q"]) { [weak window] in window?.close() }
    window.add(actions)
  }
}
