import GRDB

/// Where a to-do is put among those with the same parent.
public enum TodoPlace: Hashable, Sendable {
  case first
  case last
  case before(TodoID)
  case after(TodoID)
}

extension TodoStore {
  /// Moves to-dos with their subtasks to the end of another list: all of them or none.
  ///
  /// A subtask that is moved without what it is a part of is at the top level there. An assignee who does not take part
  /// in the new list is removed. If the list belongs to another account, its server must acknowledge the to-do before it is
  /// deleted in the old account (docs/decisions/0048).
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed`` if the user may not write in one of the lists.
  public func move(_ ids: [TodoID], to list: ListID) async throws(StoreError) {
    try await transaction { work in
      guard let target = try work.list(list) else { throw StoreError.missing }
      try work.requireWriting(in: target)
      let trees = try ids.map { (id: $0, below: try work.subtasks(of: $0)) }
      let parts = Set(trees.flatMap { $0.below })
      for (id, below) in trees where !parts.contains(id) {
        guard let root = try work.todo(id) else { throw StoreError.missing }
        guard root.listID != list else { continue }
        try Self.move(id, to: target, isRoot: true, in: &work)
        for part in below { try Self.move(part, to: target, isRoot: false, in: &work) }
      }
    }
  }

  /// Puts a to-do with its subtasks below another one of its list, or at the top level, at a place among its siblings.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``, ``StoreError/unsuitable`` if the parent is a part of
  ///   the to-do or in another list, or if the place is not there or has no room.
  public func place(_ id: TodoID, below parent: TodoID?, _ place: TodoPlace)
    async throws(StoreError)
  {
    try await self.place([id], below: parent, place)
  }

  /// Puts several to-dos with their subtasks there, one after another: all of them or none.
  /// - Parameter place: of the first one; not ``TodoPlace/first``, which would reverse them.
  /// - Throws: as for one to-do.
  public func place(_ ids: [TodoID], below parent: TodoID?, _ place: TodoPlace)
    async throws(StoreError)
  {
    try await transaction { work in
      var place = place
      for id in ids {
        try Self.place(id, below: parent, place, in: &work)
        if case .after = place { place = .after(id) }
      }
    }
  }

  private static func place(
    _ id: TodoID, below parent: TodoID?, _ place: TodoPlace, in work: inout StoreTransaction
  ) throws {
    guard let todo = try work.todo(id) else { throw StoreError.missing }
    if let parent {
      guard let above = try work.todo(parent) else { throw StoreError.missing }
      guard above.listID == todo.listID, parent != id,
        try !work.subtasks(of: id).contains(parent)
      else { throw StoreError.unsuitable }
    }
    let position = try work.position(of: place, for: todo, below: parent)
    try edit(id, in: &work) { todo in
      todo.parent = parent
      todo.position = position
    }
  }

  private static func move(
    _ id: TodoID, to list: TodoList, isRoot: Bool, in work: inout StoreTransaction
  ) throws {
    guard var todo = try work.todo(id) else { return }
    try work.requireWriting(of: todo)
    let source = todo.account
    let now = work.environment.now()
    todo.assignee = try work.assignee(todo.assignee, from: source, in: list)
    todo.listID = list.id
    todo.account = list.account
    todo.modifiedAt = now
    if isRoot {
      todo.parent = nil
      todo.position = try work.endPosition(in: list.id, at: now)
    }
    if source == list.account {
      try work.update(todo, outbox: .edit)
    } else {
      try work.relocate(todo, from: source)
    }
  }
}

extension StoreTransaction {
  /// The sort key for a place among the siblings of a to-do.
  mutating func position(of place: TodoPlace, for todo: Todo, below parent: TodoID?) throws
    -> String
  {
    let siblings = Siblings(of: todo, below: parent, in: db)
    let lower: Siblings.Node?
    let upper: Siblings.Node?
    switch place {
    case .first:
      lower = nil
      upper = try siblings.first(1, after: nil).first
    case .last:
      lower = try siblings.last(before: nil)
      upper = nil
    case .before(let other):
      guard let next = try siblings.sibling(other) else { throw StoreError.unsuitable }
      lower = try siblings.last(before: next)
      upper = next
    case .after(let other):
      guard let last = try siblings.sibling(other) else { throw StoreError.unsuitable }
      lower = last
      upper = try siblings.first(1, after: last).first
    }
    guard let upper else { return try position(behind: lower?.position, in: todo.listID) }
    if let key = PositionKey.between(lower?.position, upper.position) { return key }
    // Equal or foreign keys: the siblings behind the place get new ones, in the same order.
    let rest = try [upper] + siblings.first(Self.mostMoved, after: upper)
    guard rest.count <= Self.mostMoved else { throw StoreError.unsuitable }
    let key = try position(behind: rest.last?.position, in: todo.listID)
    var last = key
    for sibling in rest {
      guard var moved = try self.todo(sibling.id) else { continue }
      last = PositionKey.next(after: last, at: environment.now())
      moved.position = last
      moved.modifiedAt = environment.now()
      try update(moved, outbox: .edit)
    }
    return key
  }
}
