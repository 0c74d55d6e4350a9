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
  /// What was a subtask and goes without its parent stands at the top there.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``, ``StoreError/unsuitable`` for a list that another
  ///   account keeps, unless the to-do was on this computer only.
  public func move(_ ids: [TodoID], to list: ListID) async throws(StoreError) {
    try await transaction { work in
      guard let target = try work.list(list) else { throw StoreError.missing }
      try work.requireWriting(in: target.account)
      for id in ids {
        guard let root = try work.todo(id) else { throw StoreError.missing }
        guard root.listID != list else { continue }
        let below = try work.subtasks(of: id)
        try Self.move(id, to: target, isRoot: true, in: &work)
        for part in below { try Self.move(part, to: target, isRoot: false, in: &work) }
      }
    }
  }

  /// Puts a to-do with its subtasks below another one of its list, or at the top, at a place among its siblings.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``, ``StoreError/unsuitable`` if the parent is a part of
  ///   the to-do or in another list, or if the place is not there or has no room.
  public func place(_ id: TodoID, below parent: TodoID?, _ place: TodoPlace)
    async throws(StoreError)
  {
    try await transaction { work in
      guard let todo = try work.todo(id) else { throw StoreError.missing }
      if let parent {
        guard let above = try work.todo(parent) else { throw StoreError.missing }
        guard above.listID == todo.listID, parent != id,
          try !work.subtasks(of: id).contains(parent)
        else { throw StoreError.unsuitable }
      }
      let position = try work.position(of: place, for: todo, below: parent)
      try Self.edit(id, in: &work) { todo in
        todo.parent = parent
        todo.position = position
      }
    }
  }

  private static func move(
    _ id: TodoID, to list: TodoList, isRoot: Bool, in work: inout StoreTransaction
  ) throws {
    guard var todo = try work.todo(id) else { return }
    try work.requireWriting(in: todo.account)
    guard todo.account == list.account || todo.account == nil else { throw StoreError.unsuitable }
    let now = work.environment.now()
    todo.listID = list.id
    todo.account = list.account
    todo.modifiedAt = now
    if isRoot {
      todo.parent = nil
      todo.position = try work.endPosition(in: list.id, at: now)
    }
    try work.update(todo, outbox: .edit)
  }
}

extension StoreTransaction {
  /// The sort key for a place among the siblings of a to-do.
  mutating func position(of place: TodoPlace, for todo: Todo, below parent: TodoID?) throws
    -> String
  {
    let siblings = try siblings(of: todo, below: parent)
    let index: Int
    switch place {
    case .first: index = 0
    case .last: index = siblings.count
    case .before(let other), .after(let other):
      guard let found = siblings.firstIndex(where: { $0.id == other }) else {
        throw StoreError.unsuitable
      }
      if case .before = place { index = found } else { index = found + 1 }
    }
    let lower = index > 0 ? siblings[index - 1].position : nil
    let upper = index < siblings.count ? siblings[index].position : nil
    if upper == nil { return PositionKey.next(after: lower, at: environment.now()) }
    if let key = PositionKey.between(lower, upper) { return key }
    // Equal or foreign keys: those behind the place get new ones, in the same order.
    let rest = siblings[index...]
    guard rest.count <= Self.mostMoved else { throw StoreError.unsuitable }
    let key = PositionKey.next(after: siblings.last?.position, at: environment.now())
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

  /// The other open or done to-dos with a parent, in their order.
  private func siblings(of todo: Todo, below parent: TodoID?) throws
    -> [(id: TodoID, position: String)]
  {
    let rows = try TodoRow.fetch(
      db, "WHERE listID = ? AND isDone = ? ORDER BY position, todo.id",
      [todo.listID.rawValue, todo.isDone])
    let parents = try TodoTree.parents(
      of: TodoRow.fetch(db, "WHERE listID = ?", [todo.listID.rawValue]))
    return rows.filter { $0.id != todo.id && parents[$0.id] == parent }
      .map { ($0.id, $0.position) }
  }
}
