import Basics
import Core
import Sync

// Edits of trees, of the places of to-dos, and of repeating to-dos.

extension SimulationRun {
  /// Moves a to-do to another list or place, completes or skips an occurrence, makes it repeat, or cancels it.
  func changePlace(
    of id: TodoID, _ store: TodoStore, _ records: [RecordKey: RecordFields], _ choice: Int
  ) async throws {
    switch choice {
    case 28..<35:
      guard let list = try await goal(of: id, store) else { return }
      let parts = Self.parts(of: id, records)
      let before = try await store.todo(id)?.listID
      try await store.move([id], to: list)
      try await expect(parts, in: store) { $0.listID == list }
      if before != list, let parent = try await store.todo(id)?.parent {
        trespasses.append("\(id.rawValue) is still a part of \(parent.rawValue), which stays")
      }
    case 35:
      let siblings = records.filter { key, fields in
        key.kind == .todo && key.id != id.rawValue
          && fields["listID"] == records[Self.key(id)]?["listID"]
      }.keys.map(\.id).inOrder()
      let other = chances.pick(siblings).map(TodoID.init(rawValue:))
      let places = [TodoPlace.first, .last] + (other.map { [.before($0), .after($0)] } ?? [])
      guard let place = chances.pick(places) else { return }
      var parent = chances.happens(60) ? chances.pick(siblings).map(TodoID.init(rawValue:)) : nil
      if case .before(let other) = place { parent = try await store.todo(other)?.parent }
      if case .after(let other) = place { parent = try await store.todo(other)?.parent }
      try await store.place(id, below: parent, place)
      if let parent, Self.parts(of: id, records).contains(parent) {
        trespasses.append("\(id.rawValue) was made a part of \(parent.rawValue), which is its own")
      }
    case 36: try await makeRepeating(id, store)
    case 37, 38: try await advance(id, store, isSkipped: chances.happens(20))
    default:
      let parts = Self.parts(of: id, records)
      try await store.cancel([id])
      try await expect(parts, in: store) { $0.isDone }
    }
  }

  func deleteTree(_ id: TodoID, _ store: TodoStore, _ records: [RecordKey: RecordFields])
    async throws(StoreError)
  {
    let parts = Self.parts(of: id, records)
    try await store.delete([id])
    for part in parts {
      guard let left = try await store.todo(part), !moves.isMovedTwice(Self.key(part)) else {
        continue
      }
      if try await isShownInstead(left, of: records, store) { continue }
      trespasses.append("\(part.rawValue) outlives what it is a part of")
    }
  }

  /// Whether a to-do is the second of two with the same ID, which is shown after the first was deleted. Somebody moved
  /// the to-do and was then not allowed to delete it at the old place, or had it created again. The deletion does not
  /// cover the second one: the server would refuse it in a read-only list, and a to-do created at another time may be a
  /// different one.
  private func isShownInstead(
    _ todo: Todo, of records: [RecordKey: RecordFields], _ store: TodoStore
  ) async throws(StoreError) -> Bool {
    guard moves.isMoved(todo.key), let before = records[todo.key],
      before["listID"] != .string(todo.listID.rawValue)
    else { return false }
    if before["createdAt"] != .timestamp(todo.createdAt) { return true }
    return try await store.syncAccounts().contains {
      $0.id == todo.account && $0.share?.role == .reader
    }
  }

  /// The list to which a to-do is moved, mostly one of another account.
  private func goal(of id: TodoID, _ store: TodoStore) async throws(StoreError) -> ListID? {
    let lists = try await store.lists().sorted { $0.id.rawValue.precedesExactly($1.id.rawValue) }
    let account = try await store.todo(id)?.account
    let others = lists.filter { $0.account != account }
    return chances.pick(others.isEmpty || chances.happens(25) ? lists : others)?.id
  }

  /// A user with a second account gets a list and to-dos in both accounts.
  func beginTwoAccounts() async throws {
    guard let computer = computers.first else { return }
    try await edited(on: computer) { store, _ in
      for account in try await store.accounts() {
        let list = try await store.addList(named: self.unique("list"), to: .account(account.id))
        for _ in 0..<self.chances.number(1..<3) {
          try await store.add(
            TodoDraft(
              id: TodoID(rawValue: store.makeID()), listID: list.id, content: self.unique("todo")))
        }
      }
    }
    for computer in computers { try await sync(computer) }
  }

  /// The stored subtree of a to-do, including the to-do itself.
  static func parts(of id: TodoID, _ records: [RecordKey: RecordFields]) -> [TodoID] {
    var nodes: [Node] = []
    for (key, fields) in records where key.kind == .todo {
      guard case .string(let list)? = fields["listID"] else { continue }
      var parent: TodoID?
      if case .string(let name)? = fields["parent"] { parent = TodoID(rawValue: name) }
      nodes.append(
        Node(id: TodoID(rawValue: key.id), listID: ListID(rawValue: list), parent: parent))
    }
    let parents = TodoTree.parents(of: nodes)
    return nodes.map(\.id).filter { part in
      var place: TodoID? = part
      while let present = place, present != id { place = parents[present] }
      return place == id
    }.sorted { $0.rawValue < $1.rawValue }
  }

  private struct Node: TreeNode {
    let id: TodoID
    let listID: ListID
    let parent: TodoID?
  }

  static func key(_ id: TodoID) -> RecordKey { RecordKey(kind: .todo, id: id.rawValue) }

  /// Checks that an edit of a to-do applies to its whole subtree.
  private func expect(
    _ parts: [TodoID], in store: TodoStore, _ isSo: (Todo) -> Bool
  ) async throws(StoreError) {
    for part in parts {
      guard let todo = try await store.todo(part) else {
        trespasses.append("\(part.rawValue) is gone")
        continue
      }
      if !isSo(todo) {
        trespasses.append("\(part.rawValue) does not share the fate of what it is a part of")
      }
    }
  }

  // MARK: Repeating to-dos

  func makeRepeating(
    _ id: TodoID, _ store: TodoStore, isFromCompletion: Bool = false
  ) async throws {
    // The due day is recent, because a rule is not continued from days long ago.
    let days = chances.number(0..<20)
    let day = ZoneRules.utc.clock(at: store.now).day.adding(days: days - 15)
    let interval = 1 + chances.number(0..<3)
    try await store.edit(id) { todo in
      todo.due = CalendarTime(day: day)
      todo.start = nil
      todo.completions = []
      todo.status = .open
      todo.recurrence = RecurrenceRule(
        "FREQ=DAILY;INTERVAL=\(interval)", isFromCompletion: isFromCompletion)
    }
    repeating = .began(Self.key(id))
  }

  func advance(_ id: TodoID, _ store: TodoStore, isSkipped: Bool) async throws {
    let next =
      isSkipped
      ? try await store.skipOccurrence(of: id) : try await store.setDone(id, true).first
    if next != nil { repeating = .advanced(Self.key(id), isSkipped: isSkipped) }
  }

  /// What a user has just done to a repeating to-do.
  enum Repeating {
    case began(RecordKey)
    case advanced(RecordKey, isSkipped: Bool)
  }

  /// Whether the to-do is being completed or skipped.
  func isAdvanced(_ key: RecordKey) -> Bool {
    if case .advanced(key, _) = repeating { true } else { false }
  }

  // MARK: Records

  /// Records a change in the ledgers of moves, deletions and occurrences.
  func noteMove(
    _ key: RecordKey, _ before: RecordFields?, _ after: RecordFields?, by computer: String
  ) {
    guard key.kind == .todo else { return }
    if after == nil {
      deletions.noteDeleted(key)
      if case .string(let list)? = before?["listID"] {
        let others = trees.compactMap { tree -> String? in
          guard case .string(let list)? = records(of: tree)[key]?["listID"] else { return nil }
          return list
        }
        moves.noteDeleted(key, in: list, others: others, by: computer)
      }
    }
    if case .string(let list)? = before?["listID"], let after, after["listID"] != .string(list) {
      let lists = [.string(list), after["listID"]].compactMap {
        if case .string(let list)? = $0 { list } else { nil }
      }
      moves.note(key, between: lists, by: computer)
      server.noteMoved(key)
      // The to-do was deleted; now one with the same ID in another list, created at another time, is shown instead.
      if after["createdAt"] != before?["createdAt"] { deletions.noteDeleted(key) }
    }
    switch repeating {
    case .began(key): if let after { occurrences.begin(key, after, by: computer) }
    case .advanced(key, let isSkipped):
      if let after { occurrences.advance(key, to: after, isSkipped: isSkipped) }
    default: occurrences.note(key, before, after, by: computer)
    }
  }

  /// Whether a to-do was moved and is in another person's tree, or had reached one before it was deleted in the user's
  /// own.
  func isGiven(_ key: RecordKey, by computer: Computer) -> Bool {
    isSharing && moves.isMoved(key)
      && (trees.contains { $0 != computer.user && records(of: $0)[key] != nil }
        || writes.isMoved(key, from: computer.user))
  }

  /// Whether several trees have a record with this ID.
  func isInTwoPlaces(_ key: RecordKey) -> Bool {
    trees.count(where: { records(of: $0)[key] != nil }) > 1
  }

  /// The states in which a to-do came back at the place where its move had deleted it. A user who knew it there, and
  /// edited it without knowing of the move, brings it back in that state. Values that were replaced at the new place
  /// are then there again, as after any deletion that an edit beats.
  func returnedByMove(_ key: RecordKey) -> [RecordFields] {
    moves.isMoved(key) ? deletions.returned(key) : []
  }

  /// Whether the user who moved a to-do wrote the value to the new place, which may not be the value's author.
  func isCarriedAlong(_ value: FieldValue, of field: String, in key: RecordKey) -> Bool {
    moves.isMoved(key) && writes.trees(with: value, of: field, in: key).count > 1
  }

  /// A computer sends a to-do to a tree that does not have it, while another tree has or had it.
  func noteSending(_ change: PendingChange, to account: Account, by computer: String) {
    let place = tree(of: account) ?? "the server"
    log.add("  \(computer) sends \(change.key.id) to \(place): \(change.precondition)")
    lookAtLists(change, to: account, by: computer)
    guard change.key.kind == .todo, case .create = change.operation else { return }
    guard records(of: tree(of: account))[change.key] == nil,
      trees.contains(where: { server.names(of: $0).contains(change.key) })
    else { return }
    moves.noteSent(change.key, by: computer)
  }
}
