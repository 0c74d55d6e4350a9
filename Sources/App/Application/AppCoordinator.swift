import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The root of navigation: the main list with its page, the sync status, and the scenes that the window's menu opens.
@MainActor
final class AppCoordinator {
  private let services: AppServices
  private weak var mainWindow: (any MainWindow)?
  private let remembered: Page?
  private let dialogs: DialogCoordinator
  let mainList: MainListCoordinator
  private weak var status: SyncStatusPresenter?
  private var unsentChanges: UnsentChangesPresenter?
  private let revocations: ShareRevocationPresenter
  private var reportedProfiles: Set<AccountID> = []

  /// - Parameters:
  ///   - remembered: the page that was open when the application was last used.
  ///   - onOpen: called with each page that opens, so that the caller can remember it.
  init(
    services: AppServices, mainWindow: any MainWindow, remembered: Page?,
    onOpen: @escaping @MainActor (Page) -> Void
  ) {
    self.services = services
    self.mainWindow = mainWindow
    self.remembered = remembered
    dialogs = DialogCoordinator(services: services, mainWindow: mainWindow)
    mainList = MainListCoordinator(
      services: services, navigator: dialogs, mainWindow: mainWindow, remembered: remembered,
      onOpen: onOpen)
    revocations = ShareRevocationPresenter(store: services.store)
  }

  func start() {
    guard let mainWindow else { return }
    services.commands.alerts = dialogs
    observeUndo()
    let status = SyncStatusPresenter(
      store: services.store, sync: services.sync, settings: services.settings)
    status.take(dialogs)
    self.status = status
    mainWindow.show(status)
    revocations.navigator = dialogs
    revocations.start()
    mainList.start()
  }

  // MARK: Changes from last time

  /// Holds back alerts about refused changes until it is known whether changes are left over from an earlier run.
  func willLookForUnsentChanges() { status?.pauseAlerts() }

  /// Asks what to do with changes that an earlier run left unsent.
  /// - Parameter count: the number of such changes; with 0, nothing is asked.
  func didFindUnsentChanges(_ count: Int) {
    guard count > 0 else {
      status?.resumeAlerts(areReported: false)
      return
    }
    let presenter = UnsentChangesPresenter(
      sync: services.sync, settings: services.settings, navigator: dialogs,
      onNotice: { [weak status] in status?.show(notice: $0) })
    unsentChanges = presenter
    Task { [weak self] in
      await presenter.ask(count: count)
      self?.unsentChanges = nil
      self?.status?.resumeAlerts(areReported: true)
    }
  }

  /// Reports a profile that the server refused after its dialog was closed; once a session, since it stays refused.
  func didRefuseProfile(of account: AccountID) {
    guard reportedProfiles.insert(account).inserted else { return }
    let (profiles, directory) = (services.profiles, services.directory)
    let upload = ProfileUpload(
      profiles: profiles, account: account, alerts: dialogs, isUrgent: false
    ) {
      await directory.showOwnProfile(of: account, from: profiles)
    }
    Task { await upload.run() }
  }

  // MARK: Undo

  private func observeUndo() {
    let undo = services.undo
    undo.onNotice = { [weak mainWindow] in mainWindow?.showToast($0) }
    undo.onDeletion = { [weak mainWindow, weak undo] title, number in
      mainWindow?.showToast(tr("“%s” deleted", title)) { undo?.undo(number) }
    }
    undo.onOutcome = { [weak mainWindow, weak undo] text, number in
      mainWindow?.showToast(text) { undo?.undo(number) }
    }
    undo.onChange = { [weak mainWindow, weak undo] in
      mainWindow?.setUndo(undo?.undoable.last?.title, redo: undo?.redoable.last?.title)
    }
    mainWindow?.setUndo(nil, redo: nil)
  }

  func didChoose(_ direction: TextUndo.Direction) {
    mainList.details.willUndo()
    switch direction {
    case .undo: services.undo.undo()
    case .redo: services.undo.redo()
    }
  }

  // MARK: The window's menu and shortcuts

  func didChooseSyncNow() { services.sync.syncNow() }

  func open(_ route: any Route) { dialogs.open(route) }

  func didChooseShortcuts() { mainWindow?.showShortcuts() }

  func didChooseAbout() {
    Task { [weak mainWindow, services] in
      let engine = (try? await services.store.engineVersion()) ?? ""
      let metainfo = TextFile.read(DataDirectory.installed().metainfo) ?? ""
      mainWindow?.show(
        AboutInfo(
          version: Version.current,
          releaseNotes: AboutInfo.releaseNotes(metainfo: metainfo), engine: engine))
    }
  }

  func didChooseNewList() { mainList.addList() }

  func didChooseNewTodo() { mainList.focusAddEntry() }

  func didChooseNewTodoWithDetails() { mainList.addWithDetails() }

  // MARK: Requests from outside the window

  func perform(_ request: WindowRequest) {
    switch request {
    case .newTodo: didChooseNewTodo()
    case .preferences: open(PreferencesRoute())
    case .show(let id): show(id)
    case .showReminders(let group): showReminders(of: group)
    case .add(let text): add(text)
    }
  }

  /// Runs the action that the user chose in a reminder's notification.
  /// - Parameter snooze: nil marks the to-do as done.
  func didChoose(_ reminder: Int64, _ snooze: SnoozeLength?) {
    let (store, commands) = (services.store, services.commands)
    let text = OccurrenceText(today: services.clock.today, zone: store.zone)
    let rules = services.settings.ringingRules
    commands.run { () throws(StoreError) in
      if let snooze {
        try await store.snooze(rung: reminder, until: snooze.end(from: store.now, rules))
      } else if let next = try await store.setDone(rung: reminder)?.first {
        commands.reportOutcome(text.done(next))
      }
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
  }

  /// Opens a to-do's list and its details, or tells the user that the to-do was deleted.
  private func show(_ id: TodoID) {
    services.commands.run { [services, weak self] () throws(StoreError) in
      guard let todo = try await services.store.todo(id) else {
        self?.mainWindow?.showToast(tr("This to-do has been deleted"))
        return
      }
      let isReadOnly = try await services.store.listMetadata().readOnly.contains(todo.listID)
      self?.mainList.showDetails(of: todo.id, in: todo.listID, isReadOnly: isReadOnly)
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    }
  }

  /// Opens what a notification about several reminders refers to: the Today page if it shows all their to-dos,
  /// otherwise the list of the first to-do.
  private func showReminders(of group: Int64) {
    services.commands.run { [services, weak self] () throws(StoreError) in
      let (store, clock) = (services.store, services.clock)
      let todos = try await store.openGroup(group)
      let time = store.zone.clock(at: store.now).time
      let today = TodoScope.today(CalendarTime(day: clock.today, time: time), store.zone)
      if let first = todos.first, !todos.allSatisfy(today.contains) {
        self?.mainList.show(first.id, in: first.listID)
      } else {
        self?.mainList.show(.today)
      }
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    }
  }

  /// Adds a to-do to the open list, or to the one that was open last, or to the default list for new to-dos if neither
  /// can be written. The text is read as in an add entry; where the list or person named in it is missing or not
  /// allowed, the whole text becomes the title.
  private func add(_ text: String) {
    let open: ListID? =
      if case .list(let id)? = mainList.openPage ?? remembered { id } else { nil }
    let (store, reader) = (services.store, EntryReader(store: services.store))
    reader.follow(services)
    let (id, createdAt) = (TodoID(rawValue: store.makeID()), store.now)
    services.commands.run { [weak self] () throws(StoreError) in
      let readOnly = try await store.listMetadata().readOnly
      var list = try await store.lists().first { $0.id == open && !readOnly.contains($0.id) }
      if list == nil { list = try await store.listForNewTodos() }
      var draft = TodoDraft(id: id, content: text)
      draft.createdAt = createdAt
      let plain = draft
      draft.listID = list?.id
      reader.account = list?.account
      if let reading = try await reader.readOnce(text) { reading.fill(&draft) }
      let todo: Todo
      do throws(StoreError) {
        todo = try await store.add(draft)
      } catch .missing {
        todo = try await store.add(plain)
      } catch .notAllowed {
        todo = try await store.add(plain)
      }
      self?.mainList.show(todo.id, in: todo.listID)
    } failing: { _ in
      tr("“%s” Was Not Saved", ErrorText.short(text))
    }
  }
}
