import Basics
import GRDB

/// The names that a typed line can refer to: lists and tags.
public struct TypedNames: Sendable {
  /// The most tags that are known: servers send any number of them.
  public static let mostTags = 1000

  /// The user's own lists, in order. Lists of other people are left out, so that their names never draw in the user's
  /// to-dos.
  public private(set) var lists: [TodoList]
  public private(set) var tags: Set<ExactText>
  /// The user's accounts, whose names tell lists of one name apart.
  public let accounts: [Account]
  /// The lists of other people in the user's own accounts. If another one becomes such a list, names are read again.
  private var foreign: Set<ListID>

  public init(
    lists: [TodoList] = [], tags: Set<ExactText> = [], foreign: Set<ListID> = [],
    accounts: [Account] = []
  ) {
    self.lists = lists.filter { Self.isOwn($0, foreign) }
    self.tags = tags
    self.accounts = accounts
    self.foreign = foreign
  }

  private static func isOwn(_ list: TodoList, _ foreign: Set<ListID>) -> Bool {
    (list.account.map { $0.root == $0 } ?? true) && !foreign.contains(list.id)
  }

  /// Takes over what a commit changed. A tag that no to-do has any more stays until names are read again.
  /// - Returns: whether the known names changed.
  public mutating func apply(_ change: StoreChange) -> Bool {
    var isNew = false
    for list in change.lists {
      guard let id = (list.before ?? list.after)?.id else { continue }
      // It is gone, or the user has put it elsewhere.
      if list.before?.account != list.after?.account { foreign.remove(id) }
      let others = foreign
      let place = lists.firstIndex { $0.id == id }
      switch (place, list.after.flatMap { Self.isOwn($0, others) ? $0 : nil }) {
      case (let place?, let after?):
        guard lists[place] != after else { continue }
        lists[place] = after
      case (let place?, nil): lists.remove(at: place)
      case (nil, let after?): lists.append(after)
      case (nil, nil): continue
      }
      isNew = true
    }
    for todo in change.todos {
      for tag in todo.after?.tags ?? [] where tags.count < Self.mostTags {
        if tags.insert(tag).inserted { isNew = true }
      }
    }
    return isNew
  }
}

extension TodoStore {
  /// The names that a typed line can refer to, and every later change of lists and to-dos.
  public func typedNames() -> AsyncStream<StoreFeed<TypedNames>> {
    feed(
      everything: { try Self.typedNames($0) },
      isRelevant: { $0.isReload || !$0.lists.isEmpty || !$0.todos.isEmpty })
  }

  /// The names that a typed line can refer to now.
  public func currentTypedNames() async throws(StoreError) -> TypedNames {
    try await read { try Self.typedNames($0) }
  }

  private static func typedNames(_ db: Database) throws -> TypedNames {
    let tags = try String.fetchAll(
      db, sql: "SELECT DISTINCT tag FROM todoTag ORDER BY tag LIMIT ?",
      arguments: .stored([TypedNames.mostTags]))
    return TypedNames(
      lists: try lists(db), tags: Set(tags.map { ExactText($0) }), foreign: try foreignLists(db),
      accounts: try accounts(db))
  }
}
