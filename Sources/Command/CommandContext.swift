import Basics
import Core
import Platform
import Service

/// The resources that every command needs.
struct CommandContext: Sendable {
  let store: TodoStore
  let location: StoreLocation
  /// The file in which the window caches the servers' answers.
  var cachePath = ServerRepository.cachePath(in: ServerRepository.standardFolder)

  static func open(_ location: StoreLocation = .standard()) async throws(CommandFailure)
    -> CommandContext
  {
    switch await location.open() {
    case .success(let store): return CommandContext(store: store, location: location)
    case .failure(let error): throw CommandFailure(error)
    }
  }

  func close() throws(CommandFailure) {
    do throws(StoreError) { try store.close() } catch { throw CommandFailure(error) }
  }

  /// The current day by this computer's clock.
  var today: CalendarDay { LocalClock.clock(at: store.now).day }

  /// Runs an operation on the store, and converts errors to texts.
  func stored<T: Sendable>(
    _ work: @Sendable (TodoStore) async throws(StoreError) -> T
  ) async throws(CommandFailure) -> T {
    do throws(StoreError) {
      return try await work(store)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Runs a change on the store that “optimist undo” can undo.
  func recorded<T: Sendable>(
    _ work: @Sendable (TodoStore) async throws(StoreError) -> T
  ) async throws(CommandFailure) -> T {
    let recorder = UndoRecorder()
    let recording = store.recording(in: recorder)
    return try await stored { store throws(StoreError) in
      let result = try await work(recording)
      guard let step = recorder.takeAsOne() else { return result }
      do throws(StoreError) {
        try await store.keepUndoStep(step)
      } catch {
        // The change is stored: whoever is told of a failure would make it a second time.
        Log.warning("“optimist undo” cannot take this back: \(ErrorText.reason(error))")
      }
      return result
    }
  }

  /// The named list; nil if none was named.
  func list(_ typed: String?) async throws(CommandFailure) -> TodoList? {
    guard let typed else { return nil }
    return try await namedList(typed)
  }

  /// The list to which a to-do is added if none is named.
  func listForNewTodos() async throws(CommandFailure) -> TodoList? {
    try await stored { store throws(StoreError) in try await store.listForNewTodos() }
  }

  /// The list with this name, or with an ID that begins like this; see ``ListFinder``.
  func namedList(_ typed: String) async throws(CommandFailure) -> TodoList {
    let (lists, accounts, foreign) = try await stored { store throws(StoreError) in
      (try await store.lists(), try await store.syncAccounts(), try await store.foreignLists())
    }
    return try ListFinder(lists: lists, accounts: accounts, foreign: foreign).list(typed)
  }

  /// The account with this name or ID.
  func account(_ typed: String) async throws(CommandFailure) -> Account {
    let accounts = try await stored { store throws(StoreError) in try await store.accounts() }
    let found = accounts.filter { $0.id.rawValue.isExactly(typed) || $0.name.isExactly(typed) }
    guard let account = found.first else {
      throw CommandFailure(.notFound, PlainText.line(tr("There is no account “%s”.", typed)))
    }
    guard found.count == 1 else {
      throw CommandFailure(
        .notFound,
        PlainText.line(
          tr(
            "Several accounts are called “%s”. “optimist accounts --json” has their identifiers.",
            typed)))
    }
    return account
  }

  /// Starts the application without a window for pending reminders, unless it is running.
  func letRemindersRing() async {
    do throws(StoreError) {
      guard try await store.needsReminderService() else { return }
      SessionBus.start(DataDirectory.applicationID)
    } catch {
      Log.warning("reminders: \(ErrorText.reason(error))")
    }
  }

  /// Sends this command's changes without waiting: the window does that if one is open, otherwise a new process.
  func sendInBackground(_ accounts: some Sequence<AccountID?>) {
    guard accounts.contains(where: { $0 != nil }) else { return }
    let lease = SyncLease(databasePath: location.path, holder: .command)
    if lease.otherHolder != .window { BackgroundSync.start(.unsent) }
  }
}
