/// What one commit changed, so that a screen's work depends on what changed, not on what is stored.
public struct StoreChange: Sendable {
  /// A to-do's row before and after; nil where it did not exist.
  public struct Todo: Hashable, Sendable {
    public let before: TodoRow?
    public let after: TodoRow?

    public init(before: TodoRow?, after: TodoRow?) {
      self.before = before
      self.after = after
    }
  }

  /// A list before and after; nil where it did not exist.
  public struct List: Hashable, Sendable {
    public let before: TodoList?
    public let after: TodoList?

    public init(before: TodoList?, after: TodoList?) {
      self.before = before
      self.after = after
    }
  }

  public internal(set) var todos: [Todo] = []
  public internal(set) var lists: [List] = []
  /// To-dos that changed although their rows did not, for instance in their notes.
  private(set) var unseen: Set<TodoID> = []
  /// Too much changed to list it row by row: read again.
  public internal(set) var isReload = false
  /// The outbox or the retry state changed.
  public internal(set) var touchesSync = false
  /// The accounts with new outbox entries.
  public internal(set) var outboxAccounts: Set<AccountID> = []
  /// The trash or the values that lost a merge changed.
  public internal(set) var touchesTrash = false

  /// The reminders that may ring, or that must be withdrawn, changed.
  public internal(set) var touchesReminders = false

  /// The members of a list changed.
  public internal(set) var touchesMembers = false
  /// Lists of other people that are no longer shared with the user.
  public internal(set) var revocations: [ShareRevocation] = []

  init() {}

  var isEmpty: Bool {
    todos.isEmpty && lists.isEmpty && unseen.isEmpty && !isReload && !touchesSync && !touchesTrash
      && !touchesReminders && !touchesMembers && revocations.isEmpty
  }

  /// The most rows that are listed one by one; above this, readers start again.
  static let limit = 1_000

  mutating func note(_ change: Todo) {
    guard !isReload, change.before != change.after else { return }
    todos.append(change)
    if todos.count > Self.limit { reload() }
  }

  /// Notes that a to-do changed although its row may not show it.
  mutating func noteUnseen(_ id: TodoID) {
    guard !isReload else { return }
    unseen.insert(id)
    if unseen.count > Self.limit { reload() }
  }

  /// Whether a to-do may have changed.
  func touches(_ id: TodoID) -> Bool {
    isReload || unseen.contains(id) || todos.contains { ($0.before ?? $0.after)?.id == id }
  }

  mutating func note(_ change: List) {
    guard !isReload, change.before != change.after else { return }
    lists.append(change)
  }

  mutating func reload() {
    isReload = true
    todos = []
    lists = []
    unseen = []
  }
}

/// A list of another person that is no longer shared with the user.
public struct ShareRevocation: Hashable, Sendable {
  /// Its name.
  public let list: String
  /// The user ID of the person who owns it.
  public let owner: String
  /// How many to-dos had changes that the owner does not have; copies of them are in the trash.
  public let keptCount: Int
}
