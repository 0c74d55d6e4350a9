import Core
import Sync

/// Puts everything together: opens the to-dos while the toolkit starts, then shows the window.
@MainActor
final class OptimistApplication {
  private let options: LaunchOptions
  private let loop: ApplicationLoop
  private let data = DataDirectory.installed()
  private let location: StoreLocation
  private var opening: Task<Result<TodoStore, StoreError>, Never>?
  private var session: Session?

  init(_ options: LaunchOptions) {
    self.options = options
    Localization.start(localeDirectory: data.locale)
    loop = ApplicationLoop(id: DataDirectory.applicationID, isUnique: options.isUnique)
    location = .standard()
  }

  /// Runs until the window is closed.
  /// - Returns: the exit status.
  func run() -> Int32 {
    loop.onActivate = { [weak self] in self?.activate() }
    return loop.run()
  }

  private func activate() {
    if let session { return session.window.present() }
    guard opening == nil else { return }
    loop.hold()
    StyleSheet.load(path: data.styleSheet)
    opening = startOpening()
    Task { await self.open() }
  }

  private func startOpening() -> Task<Result<TodoStore, StoreError>, Never> {
    let location = location
    return Task.detached(priority: .userInitiated) { await location.open() }
  }

  /// Opens the to-dos, with questions if that fails, until they are open or the user gives up.
  private func open() async {
    while let opening {
      switch await opening.value {
      case .success(let store):
        self.opening = nil
        return begin(store)
      case .failure(let error):
        self.opening = await rescue(error) ? startOpening() : nil
      }
    }
    loop.quit()
  }

  /// - Returns: whether to try again.
  private func rescue(_ error: StoreError) async -> Bool {
    let backup = location.backup.copies().first
    let alert = StoreRescue.question(error, backup: backup)
    let answer = StoreRescue.Answer(
      rawValue: await AlertDialog.present(alert, over: session?.window.window))
    guard let answer, answer != .quit else { return false }
    session?.window.destroy()
    await session?.end()
    session = nil
    let location = location
    do throws(StoreError) {
      try await StoreRescue.act(on: answer, at: location, backup: backup)
    } catch {
      return await rescue(error)
    }
    return true
  }

  private func begin(_ store: TodoStore) {
    let session = Session(
      store: store, location: location, loop: loop, settings: Settings(directory: data),
      newAccount: options.account, onDamage: { [weak self] error in self?.storeIsDamaged(error) },
      onClose: { [weak self] in self?.end() })
    self.session = session
    session.start()
  }

  /// The file turned out to be damaged while in use.
  private func storeIsDamaged(_ error: StoreError) {
    guard opening == nil, session != nil else { return }
    opening = Task { .failure(error) }
    Task { await self.open() }
  }

  private func end() {
    Task {
      await session?.end()
      session = nil
      loop.quit()
    }
  }
}
