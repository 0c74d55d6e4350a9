import Core
import Platform
import Service
import Sync
import Toolkit

/// Connects all parts: opens the store while the toolkit starts, then shows the window.
///
/// D-Bus can start the process without a window, to answer a search. A window opens when one is requested, and closing
/// the window ends the application. A request that arrives while the application is ending keeps it running.
@MainActor
package final class OptimistApplication {
  private let options: LaunchOptions
  private let loop: ApplicationLoop
  private let data = DataDirectory.installed()
  private let location: StoreLocation
  private let store: SharedStore
  private let settings: Settings
  private var session: Session?
  private var clockFormat: ClockFormat?
  private let reminders: ReminderHost
  private let loginStart: LoginStart
  private lazy var service = IdleTimeout(grace: Self.grace) { [weak self] in self?.leave() }
  private var isOpening = false
  private var isLeaving = false
  private var hasStyle = false
  /// Whether a signal from the session or from a terminal ends the process, rather than the user closing the window.
  private var isEndedBySession = false
  /// Whether a window was requested and is not shown yet.
  private var isWindowWanted = false
  /// The requests to run as soon as the window is open.
  private var requests: [WindowRequest] = []

  /// How long a process without a window waits for another request before it ends.
  private static let grace = Duration.seconds(10)

  package init(_ options: LaunchOptions) {
    self.options = options
    data.joinSystemDirectories()
    Localization.start(localeDirectory: data.locale)
    loop = ApplicationLoop(
      id: DataDirectory.applicationID, isUnique: options.isUnique, isService: options.isService)
    let location = StoreLocation.standard()
    self.location = location
    store = SharedStore { await location.open() }
    settings = Settings(directory: data)
    loginStart = LoginStart(settings: settings)
    reminders = ReminderHost(loop: loop, settings: settings, location: location)
  }

  /// Runs the main loop until the application ends.
  /// - Returns: the exit status.
  package func run() -> Int32 {
    // Runs in parallel with the toolkit's start, which takes several times as long. A service may never need the store.
    loop.onRegistered = { [weak self] in
      if self?.options.isService == false { self?.store.begin() }
    }
    loop.onNoDisplay = {
      Log.warning(tr("The window cannot be opened: there is no display. See “optimist --help”."))
    }
    loop.onStartup = { [weak self] in self?.didStart() }
    loop.onActivate = { [weak self] in self?.showWindow() }
    addActions()
    let search = SearchProvider(
      serve: service, store: { [weak self] in await self?.searchedStore() },
      today: { SystemDayClock.today },
      open: { [weak self] request, timestamp in self?.take(request, timestamp) })
    loop.answerSearches(with: search.answers)
    if options.startsWithNewTodo, !loop.handOver("new-todo") { requests = [.newTodo] }
    return loop.run()
  }

  private func didStart() {
    // Without the hold, GApplication would end the process as soon as it has no window; the process decides that
    // itself.
    loop.hold()
    ColorScheme.apply(settings.colorScheme)
    clockFormat = ClockFormat { [weak self] hasTwelveHours in
      guard DateText.hasTwelveHours != hasTwelveHours else { return }
      DateText.hasTwelveHours = hasTwelveHours
      self?.session?.clockFormatDidChange()
    }
    UnixSignals.whenAskedToEnd { [weak self] in
      self?.isEndedBySession = true
      self?.end()
    }
    reminders.onUpdate = { [weak self] in self?.remindersDidChange() }
    guard options.isService else { return }
    service.start()
    Task { await withStore { _ in } }
  }

  // MARK: Requests from outside

  private func addActions() {
    let actions = loop.actions
    actions.add("new-todo") { [weak self] in self?.take(.newTodo) }
    actions.add("preferences") { [weak self] in self?.take(.preferences) }
    actions.add("show-todo", target: { [weak self] in self?.take(.show(TodoID(rawValue: $0))) })
    actions.add(
      "show-reminders",
      target: { [weak self] in
        if let group = Int64($0) { self?.take(.showReminders(group)) }
      })
    ReminderNotifications.addActions(to: actions) { [weak self] reminder, snooze in
      Task {
        guard let self else { return }
        await self.withStore { [weak self] reminders in
          await reminders.didChoose(reminder, snooze, in: self?.openSession)
        }
      }
    }
    actions.add("sync") { [weak self] in self?.session?.syncNow() }
    actions.add("quit") { [weak self] in self?.end() }
    loop.setKeys(["<Control>comma"], for: "app.preferences")
    loop.setKeys(["<Control>q"], for: "app.quit")
    actions.setEnabled("sync", false)
  }

  private func take(_ request: WindowRequest?, _ timestamp: UInt32 = 0) {
    if let request { requests.append(request) }
    showWindow(timestamp)
  }

  /// Shows the window, or brings it to the front.
  private func showWindow(_ timestamp: UInt32 = 0) {
    isWindowWanted = true
    // If the application is ending, the window opens again as soon as that is done.
    if isLeaving { session?.stopWaiting() }
    guard !isLeaving, !isOpening else { return }
    service.stop()
    guard let session else {
      isOpening = true
      Task { await self.open() }
      return
    }
    session.window.present(timestamp: timestamp)
    serveRequests(session)
  }

  private func serveRequests(_ session: Session) {
    isWindowWanted = false
    let waiting = requests
    requests = []
    for request in waiting { session.perform(request) }
  }

  /// Starts the reminder service if it is not running, with a window or without, and then runs `body` with it.
  private func withStore(_ body: @MainActor (ReminderHost) async -> Void) async {
    guard options.isUnique else { return }
    await service.serve {
      guard let store = await searchedStore() else { return }
      reminders.start(store, hasWindow: session != nil)
      await reminders.waitUntilIdle()
      await body(reminders)
    }
  }

  /// Without a window, the process keeps running as long as reminders are pending or may arrive from a server.
  private func remindersDidChange() {
    guard session == nil else { return askAboutLogin() }
    guard !isOpening, !isLeaving else { return }
    Task { await service.serve { await stayIfNeeded() } }
  }

  private func stayIfNeeded() async {
    let isNeeded = await isNeeded()
    guard session == nil, !isOpening, !isLeaving else { return }
    guard isNeeded else { return service.start() }
    service.stop()
    await reminders.startReceiving()
    if session != nil { reminders.stopReceiving() }
  }

  /// Whether a process without a window has work to do. A user who turned on starting at login expects reminders that
  /// were set on another device.
  private func isNeeded() async -> Bool {
    if reminders.isWaiting { return true }
    if await reminders.isShowing() { return true }
    guard loginStart.isOn else { return false }
    return await reminders.hasAccounts()
  }

  /// When the first reminder is pending, asks whether the application may start at login.
  private func askAboutLogin() {
    guard reminders.isWaiting, loginStart.isOpenQuestion, session != nil else { return }
    Task { [loginStart] in
      await loginStart.askOnce { alert in
        guard let window = self.session?.window else { return nil }
        let answer = await window.presentWhenQuiet(alert).response
        // A window that closes gives the same answer as a user who declines.
        return answer == alert.closeResponse && self.openSession == nil ? nil : answer
      }
    }
  }

  /// The session, unless it is opening or ending.
  private var openSession: Session? { isLeaving || isOpening ? nil : session }

  private func searchedStore() async -> TodoStore? {
    switch await store.open() {
    case .success(let store): return store
    case .failure(let error):
      // Only logged: when the window opens, it asks the user what to do.
      Log.warning("nothing can be searched: \(ErrorText.reason(error))")
      return nil
    }
  }

  // MARK: Opening

  /// Opens the store. On failure it asks the user what to do, until the store is open or the user gives up.
  private func open(after damage: StoreError? = nil) async {
    if !hasStyle { StyleSheet.load(path: data.styleSheet) }
    hasStyle = true
    var failure = damage
    repeat {
      if let error = failure, await !recover(from: error) {
        isOpening = false
        isWindowWanted = false
        return leave()
      }
      switch await store.open() {
      case .success(let store):
        isOpening = false
        return begin(store)
      case .failure(let error): failure = error
      }
    } while true
  }

  /// - Returns: whether to try again.
  private func recover(from error: StoreError) async -> Bool {
    let backups = await StoreRecovery.backups(of: location)
    let alert = StoreRecovery.question(error, backups: backups)
    let given = await AlertDialog.ask(alert, over: session?.window.window)
    guard let answer = StoreRecovery.Answer(rawValue: given.response), answer != .quit else {
      return false
    }
    let backup = backups.indices.contains(given.choice) ? backups[given.choice].copy : nil
    await endSession()
    await reminders.end()
    await store.close()
    let location = location
    do throws(StoreError) {
      try await StoreRecovery.act(on: answer, at: location, backup: backup)
    } catch {
      return await recover(from: error)
    }
    return true
  }

  private func begin(_ store: TodoStore) {
    let session = Session(
      store: store, location: location, loop: loop, settings: settings, loginStart: loginStart,
      newAccount: options.account,
      remindersDidChange: { [weak reminders] in reminders?.refresh() },
      onDamage: { [weak self] error in self?.storeIsDamaged(error) },
      onClose: { [weak self] in self?.leave() })
    self.session = session
    reminders.stopReceiving()
    loop.actions.setEnabled("sync", true)
    session.start { [weak self] in
      guard let self, options.isUnique, self.session != nil else { return }
      reminders.start(store, hasWindow: true)
    }
    serveRequests(session)
  }

  /// Called when the database turns out to be damaged while in use.
  private func storeIsDamaged(_ error: StoreError) {
    guard !isOpening, !isLeaving, session != nil else { return }
    isOpening = true
    Task { await self.open(after: error) }
  }

  // MARK: Ending

  /// Closes the window, which ends the application. Without a window, the application ends at once.
  private func end() {
    requests = []
    isWindowWanted = false
    // A second request to end means that the user does not want to wait.
    if isLeaving { return session.map { $0.stopWaiting() } ?? loop.quit() }
    guard let session else { return leave() }
    session.window.close()
  }

  private func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    service.stop()
    Task { await self.finish() }
  }

  /// Ends the session and the services step by step. Between two steps, a new window may be requested.
  private func finish() async {
    let hadWindow = session != nil
    await endSession()
    await service.drain()
    if isWindowWanted { return stay() }
    // The to-do typed last may have a reminder too.
    reminders.refresh()
    await reminders.waitUntilIdle()
    let mayStay = hadWindow && !isEndedBySession
    let mustStay = mayStay ? await isNeeded() : false
    await reminders.end()
    await store.close()
    if isWindowWanted { return stay() }
    await loop.releaseBusName()
    // A window may have been requested before the bus name was given up. Another instance may own the name by now and
    // show that window itself.
    if isWindowWanted, await loop.acquireBusName() { return stay() }
    await service.drain()
    await reminders.end()
    await store.close()
    // A process that has shown a window uses much memory, so a new process waits for the reminders.
    if mustStay { await loop.startService() }
    loop.quit()
  }

  private func endSession() async {
    await session?.end()
    session?.window.destroy()
    session = nil
    loop.actions.setEnabled("sync", false)
  }

  private func stay() {
    isLeaving = false
    showWindow()
  }
}
