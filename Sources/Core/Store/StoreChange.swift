/// What one commit changed, so that a screen pays for what changed and not for what is stored.
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
  /// More changed than is worth telling one by one: read again.
  public internal(set) var isReload = false
  /// The outbox or the state of trying again changed.
  public internal(set) var touchesSync = false
  /// The accounts that have something new to send.
  public internal(set) var outboxAccounts: Set<AccountID> = []
  /// The trash or the values that lost a merge changed.
  public internal(set) var touchesTrash = false

  /// Who takes part in a list changed.
  public internal(set) var touchesMembers = false
  /// Lists of other people that are not here any more.
  public internal(set) var partings: [StoreParting] = []

  init() {}

  var isEmpty: Bool {
    todos.isEmpty && lists.isEmpty && !isReload && !touchesSync && !touchesTrash
      && !touchesMembers && partings.isEmpty
  }

  /// So many rows are told one by one; above, readers start anew.
  static let limit = 1_000

  mutating func note(_ change: Todo) {
    guard !isReload, change.before != change.after else { return }
    todos.append(change)
    if todos.count > Self.limit { reload() }
  }

  mutating func note(_ change: List) {
    guard !isReload, change.before != change.after else { return }
    lists.append(change)
  }

  mutating func reload() {
    isReload = true
    todos = []
    lists = []
  }
}
