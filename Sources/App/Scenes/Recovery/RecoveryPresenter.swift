import Core
import Platform
import Service
import Sync
import Toolkit

/// The state of the dialog with the trash and the conflicts.
struct RecoveryState: Equatable {
  enum Page: String, CaseIterable {
    case trash
    case conflicts
  }

  var page: Page
  /// Newest first.
  var trash: [TrashRow] = []
  /// Newest first.
  var conflicts: [ConflictRow] = []
  /// Whether the rows have been read.
  var isLoaded = false
  /// The name of the item restored last.
  var restored = ""
  /// How often an item was restored.
  var restoredCount = 0
}

/// An item in the trash, as texts.
struct TrashRow: Equatable, Identifiable {
  let number: Int64
  let title: String
  /// The kind of item, and where it was.
  let place: String
  /// Why and when it was moved to the trash.
  let reason: String

  var id: String { String(number) }
}

/// A conflict, as texts.
struct ConflictRow: Equatable, Identifiable {
  /// A field that both devices had changed.
  struct Value: Equatable {
    let field: String
    let kept: String
    let lost: String
  }

  let number: Int64
  let title: String
  let values: [Value]
  let when: String

  var id: String { String(number) }
}

/// Restores what was deleted or discarded, or what another device's change replaced.
@MainActor
final class RecoveryPresenter: Presenter {
  private let store: TodoStore
  private let commands: CommandQueue
  private let clock: any DayClock
  private let names: any PersonNaming
  let screen = Screen<RecoveryState>()

  private var state: RecoveryState
  private var feed: Task<Void, Never>?
  private var observations: [AnyObject] = []
  private var read = Rows()
  private let emptying = SingleQuestion()
  /// The items being restored or dismissed, so that a second key press does nothing.
  private var underway: Set<String> = []

  /// What was read last.
  private struct Rows {
    var trash: [TrashItem] = []
    var conflicts: [SyncConflict] = []
    var lists: [TodoList] = []
    var accounts: [Account] = []
  }

  init(
    page: RecoveryState.Page, store: TodoStore, commands: CommandQueue, clock: any DayClock,
    names: any PersonNaming
  ) {
    self.store = store
    self.commands = commands
    self.clock = clock
    self.names = names
    state = RecoveryState(page: page)
  }

  isolated deinit {
    feed?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    render()
    // Dates in words depend on the day, the time zone and the desktop's time format.
    observations = [
      clock.observe { [weak self] in self?.showRows() },
      names.observeNames { [weak self] in self?.showRows() },
    ]
    let signals = store.recoveryChanges()
    feed = Task { [store, weak self] in
      await ZoneCities.load()
      for await _ in signals {
        do throws(StoreError) {
          var rows = Rows(
            trash: try await store.trash(), conflicts: try await store.recentConflicts())
          if !rows.conflicts.isEmpty {
            rows.lists = try await store.lists()
            rows.accounts = try await store.accounts()
          }
          self?.read = rows
          self?.state.isLoaded = true
          self?.showRows()
        } catch {
          await self?.navigator?.presentReadingFailure(error)
        }
      }
    }
  }

  func didChoose(_ page: RecoveryState.Page) {
    state.page = page
    render()
  }

  /// Restores an item from the trash.
  func didRestore(_ row: TrashRow) {
    run(on: "trash " + row.id, restoring: row.title) { [store] () throws(StoreError) in
      try await store.restoreFromTrash(row.number)
    } failing: {
      tr("“%s” Was Not Restored", ErrorText.short(row.title))
    }
  }

  /// Restores the values that were replaced in a conflict.
  func didRestore(_ row: ConflictRow) {
    run(on: "conflict " + row.id, restoring: row.title) { [store] () throws(StoreError) in
      try await store.restoreConflict(row.number)
    } failing: {
      tr("“%s” Was Not Changed", ErrorText.short(row.title))
    }
  }

  func didDismiss(_ row: ConflictRow) {
    run(on: "conflict " + row.id) { [store] () throws(StoreError) in
      try await store.dismissConflict(row.number)
    } failing: {
      tr("The Conflict Was Not Dismissed")
    }
  }

  /// Empties the trash after asking the user. What comes into it meanwhile stays.
  func didRequestEmptying() {
    guard let newest = state.trash.map(\.number).max() else { return }
    emptying.ask {
      guard await self.navigator?.present(Self.question) == "empty" else { return }
      self.commands.run { [store = self.store] () throws(StoreError) in
        try await store.emptyTrash(through: newest)
      } failing: { _ in
        tr("The Trash Was Not Emptied")
      }
    }
  }

  // MARK: Parts

  private static var question: Alert {
    Alert(
      title: tr("Empty the Trash?"),
      body: tr("To-dos and lists in the trash can no longer be restored."),
      responses: [
        .init("cancel", tr("_Cancel")), .init("empty", tr("_Empty Trash"), .destructive),
      ],
      defaultResponse: "cancel", closeResponse: "cancel")
  }

  private func run(
    on id: String, restoring title: String? = nil, _ command: @escaping CommandQueue.Command,
    failing failure: @escaping @MainActor () -> String
  ) {
    guard underway.insert(id).inserted else { return }
    commands.run { [weak self] () throws(StoreError) in
      try await command()
      self?.underway.remove(id)
      if let title { self?.didRestore(title) }
    } failing: { _ in
      failure()
    } onFailure: { [weak self] _ in
      self?.underway.remove(id)
    }
  }

  private func didRestore(_ title: String) {
    state.restored = title
    state.restoredCount += 1
    render()
  }

  private func showRows() {
    let lists = Dictionary(read.lists.map { ($0.id, $0.name) }) { $1 }
    let (names, accounts) = (names, read.accounts.map(\.id))
    let words = RecoveryNames(
      list: { lists[$0] },
      person: { user in accounts.lazy.compactMap { names.personName(user, $0) }.first })
    state.trash = read.trash.map(RecoveryText.row)
    state.conflicts = read.conflicts.map { RecoveryText.row(of: $0, words) }
    render()
  }

  private func render() {
    screen.render(state)
  }
}
