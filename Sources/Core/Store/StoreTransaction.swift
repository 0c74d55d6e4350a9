import GRDB

/// The write of one user command or one server answer: rows, outbox entries, and the record of what changed,
/// which readers receive after the commit.
///
/// Every change of a row goes through here, so none can be forgotten.
struct StoreTransaction {
  let db: Database
  let environment: StoreEnvironment
  var change = StoreChange()
  /// What the user's command changes, where that is recorded.
  var undoStepBuilder: UndoStepBuilder?
  /// The new identifiers of to-dos that are restored as the user's own, by the former ones.
  var ownIDs: [TodoID: TodoID] = [:]

  // MARK: Lists

  func list(_ id: ListID) throws -> TodoList? {
    try TodoList.fetch(db, "WHERE id = ?", [id.rawValue]).first
  }

  mutating func insert(_ list: TodoList) throws {
    try db.run(TodoList.insertSQL, list.values)
    change.note(StoreChange.List(before: nil, after: list))
    recordAddition(of: list.key, list.name)
  }

  mutating func update(_ list: TodoList, from before: TodoList) throws {
    try db.run(TodoList.updateSQL, list.values)
    change.note(StoreChange.List(before: before, after: list))
    record(list.key, list.name, from: before.fields, to: list.fields)
  }

  mutating func delete(_ list: TodoList) throws {
    try noteUnsentDeletion(of: list)
    try db.run("DELETE FROM list WHERE id = ?", [list.id.rawValue])
    change.note(StoreChange.List(before: list, after: nil))
    try recordDeletion(of: list.key, list.name, list.account, list.fields)
  }

  // MARK: To-dos

  func todo(_ id: TodoID) throws -> Todo? {
    try Todo.fetch(db, "WHERE id = ?", [id.rawValue]).first
  }

  func row(_ id: TodoID) throws -> TodoRow? {
    try TodoRow.fetch(db, "WHERE id = ?", [id.rawValue]).first
  }

  mutating func insert(_ todo: Todo, outbox reason: OutboxReason?) throws {
    try db.run(Todo.insertSQL, todo.values)
    try addTags(of: todo)
    try updateRinging(from: nil, to: todo, isReceived: reason == nil)
    if let reason { try enqueue(todo, reason) }
    change.note(StoreChange.Todo(before: nil, after: try row(todo.id)))
    recordAddition(of: todo.key, todo.content)
  }

  /// Inserts a to-do that a server sent and that has no outbox entry.
  mutating func insertReceived(_ todo: Todo) throws {
    try db.run(Todo.insertSQL, todo.values)
    try addTags(of: todo)
    try updateRinging(from: nil, to: todo, isReceived: true)
    // Only the database knows whether the assignee is the user.
    let row = todo.assignee == nil ? TodoRow(unassigned: todo) : try row(todo.id)
    change.note(StoreChange.Todo(before: nil, after: row))
  }

  mutating func update(_ todo: Todo, outbox reason: OutboxReason?) throws {
    let before = try row(todo.id)
    let rings = before?.mayRing == true || todo.mayRing
    let stored = undoStepBuilder == nil && !rings ? nil : try self.todo(todo.id)
    try db.run(Todo.updateSQL, todo.values)
    if rings { try updateRinging(from: stored, to: todo, isReceived: reason == nil) }
    if before?.tags != todo.tags {
      try db.run("DELETE FROM todoTag WHERE todo = ?", [todo.id.rawValue])
      try addTags(of: todo)
    }
    if let reason { try enqueue(todo, reason) }
    let after = try row(todo.id)
    if before == after { change.noteUnseen(todo.id) }
    change.note(StoreChange.Todo(before: before, after: after))
    if undoStepBuilder != nil, let stored {
      record(todo.key, todo.content, from: stored.fields, to: todo.fields)
    }
  }

  mutating func delete(_ todo: Todo, outbox reason: OutboxReason?) throws {
    let before = try row(todo.id)
    try db.run("DELETE FROM todo WHERE id = ?", [todo.id.rawValue])
    if let reason { try enqueue(todo, reason) }
    change.note(StoreChange.Todo(before: before, after: nil))
    // A trigger silences its reminders.
    if todo.mayRing { change.touchesReminders = true }
    if undoStepBuilder != nil {
      try recordDeletion(
        of: todo.key, todo.content, todo.account, todo.fields,
        listName: try list(todo.listID)?.name)
    }
    if let reason {
      try deleteHidden(todo, reason)
    } else {
      try reveal(todo.id, besides: todo.account)
    }
  }

  private func addTags(of todo: Todo) throws {
    for tag in todo.tags {
      try db.run("INSERT INTO todoTag (tag, todo) VALUES (?, ?)", [tag.text, todo.id.rawValue])
    }
  }

  /// Tells readers if the sync badge of a record changed, by comparing it before and after `body`.
  mutating func refreshBadge(_ key: RecordKey, by body: (Database) throws -> Void) throws {
    try refreshingBadge(key) { try body($0.db) }
  }

  /// The same for work that writes more than the database.
  mutating func refreshingBadge(
    _ key: RecordKey, by body: (inout StoreTransaction) throws -> Void
  ) throws {
    guard key.kind == .todo else { return try body(&self) }
    let before = try row(TodoID(rawValue: key.id))
    try body(&self)
    change.note(StoreChange.Todo(before: before, after: try row(TodoID(rawValue: key.id))))
  }

  /// The same for several records, which are read together.
  /// - Parameter body: changes nothing that the rows show except their badges.
  mutating func refreshingBadges(
    _ keys: [RecordKey], by body: (inout StoreTransaction) throws -> Void
  ) throws {
    let ids = keys.filter { $0.kind == .todo }.map { TodoID(rawValue: $0.id) }
    var marks: [TodoID: TodoRow.Mark] = [:]
    try forEachPart(of: ids) { condition, values in
      marks.merge(try TodoRow.marks(db, condition, values)) { $1 }
    }
    try body(&self)
    var rows: [TodoRow] = []
    try forEachPart(of: ids) { rows += try TodoRow.fetch(db, $0, $1) }
    for row in rows {
      var before = row
      before.mark = marks[row.id] ?? row.mark
      change.note(StoreChange.Todo(before: before, after: row))
    }
  }

  /// The to-dos among some keys that are here and belong to an account.
  func todos(of account: AccountID, among keys: [RecordKey]) throws -> Set<TodoID> {
    var present: Set<TodoID> = []
    try forEachPart(of: keys.filter { $0.kind == .todo }.map { TodoID(rawValue: $0.id) }) {
      let ids = try db.rows("SELECT id FROM todo \($0) AND account = ?", $1 + [account.rawValue]) {
        $0.text(0)
      }
      present.formUnion(ids.map(TodoID.init(rawValue:)))
    }
    return present
  }

  /// Reads to-dos in parts of a fixed size, so that the statement is prepared only once.
  private func forEachPart(
    of ids: [TodoID], _ read: (_ condition: String, _ values: [(any StoredValue)?]) throws -> Void
  ) throws {
    var rest = ids[...]
    while let last = rest.popFirst() {
      let part = [last] + rest.prefix(Self.rowsAtOnce - 1)
      rest = rest.dropFirst(part.count - 1)
      let padded = part + Array(repeating: last, count: Self.rowsAtOnce - part.count)
      try read(Self.rowsCondition, padded.map(\.rawValue))
    }
  }

  private static let rowsAtOnce = 32
  private static let rowsCondition =
    "WHERE id IN (\(Array(repeating: "?", count: rowsAtOnce).joined(separator: ",")))"

  // MARK: Outbox

  private mutating func enqueue(_ todo: Todo, _ reason: OutboxReason) throws {
    try enqueue(todo.key, account: todo.account, reason)
  }
}
