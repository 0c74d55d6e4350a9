import Basics
import Core

// The users' edits.

extension SimulationRun {
  /// Makes one edit; acknowledged changes go into the ledger.
  func edit(on computer: Computer) async throws {
    do {
      try await edited(on: computer) { store, before in
        try await self.randomEdit(store, before, computer)
      }
    } catch let error as StoreError {
      // Nothing was written, and the user was told.
      log.add("\(computer.name) cannot write: \(error)")
    }
  }

  /// A user discards the unsent edits of a record; with nil, of any record that has some.
  func discard(on computer: Computer, _ account: Account, _ chosen: RecordKey? = nil) async {
    guard !computer.busyAccounts.contains(account.id),
      case let pending = (try? await computer.store.pendingRecords(of: account.id)) ?? [],
      let key = chosen ?? chances.pick(pending)
    else { return }
    computer.busyAccounts.insert(account.id)
    defer { computer.busyAccounts.remove(account.id) }
    log.add("\(computer.name) discards \(key.id)")
    ledger.forgive(key)
    sets.forgive(key)
    let unanswered = try? await computer.store.column(
      """
      SELECT record FROM inFlightWrite WHERE kind = '\(key.kind.rawValue)'
        AND record = '\(key.id)' AND account = '\(account.id.rawValue)'
      """)
    if unanswered?.isEmpty == false {
      computer.abandonedValues.formUnion(ledger.values(of: key, by: computer.name))
    }
    let before = try? await computer.store.allRecords()
    let isAgreed = await hasAgreed(on: key, account, computer)
    let writesBefore = writes.count
    let wasDeleted = deletions.isDeleted(key)
    let leaving = try? await computer.store.column(
      """
      SELECT record FROM outbox JOIN syncBase USING (account, kind, record)
        JOIN account ON account.id = outbox.account
        WHERE reason = 2 AND fields IS NOT NULL AND outbox.account <> '\(account.id.rawValue)'
      """)
    // Edits made while the server was being asked are discarded too.
    if (try? await computer.engine(of: account).discard([key])) != nil { ledger.forgive(key) }
    moves.excuse(key)
    occurrences.giveUp(key)
    guard let before, let after = try? await computer.store.allRecords() else { return }
    // The server had the record all the time, and nobody has deleted it meanwhile.
    if isAgreed, deletions.isDeleted(key) == wasDeleted, before[key] != nil, after[key] == nil,
      account.share == nil,
      records(of: tree(of: account))[key] != nil,
      !writes.all(since: writesBefore).contains(where: { $0.key == key })
    {
      trespasses.append("\(computer.name) gave up edits of \(key.id) and lost it")
    }
    for key in before.keys where after[key] == nil {
      computer.removals.append(key)
      if key.kind == .todo, leaving?.contains(key.id) == true, !deletions.isDeleted(key) {
        trespasses.append("\(computer.name) gave up the move of \(key.id) and lost it")
      }
      deletions.noteDeleted(key)
    }
    for (key, fields) in before where after[key]?["listID"] != fields["listID"] {
      moves.excuse(key)
      occurrences.giveUp(key)
      server.noteMoved(key)
    }
  }

  /// Whether a computer has a base for a record that is not deleted.
  func hasAgreed(
    on key: RecordKey, _ account: Account, _ computer: Computer
  ) async -> Bool {
    let known = try? await computer.store.column(
      """
      SELECT record FROM syncBase WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'
        AND account = '\(account.id.rawValue)' AND fields IS NOT NULL
      """)
    return known?.isEmpty == false
  }

  /// Runs edits, and records their changes in the ledger.
  func edited<T>(
    on computer: Computer, _ body: (TodoStore, [RecordKey: RecordFields]) async throws -> T
  ) async throws -> T {
    let store = computer.store
    let before = try await store.allRecords()
    let untouchable = try await untouchable(on: computer)
    do {
      let result = try await body(store, before)
      await note(before, untouchable, on: computer)
      return result
    } catch {
      // If an edit consists of several commands, the first ones may have been written.
      await note(before, untouchable, on: computer)
      throw error
    }
  }

  /// The records in other people's lists that the user must not change: the lists themselves, and to-dos in read-only
  /// lists.
  private func untouchable(on computer: Computer) async throws(StoreError) -> Set<ExactText> {
    guard isSharing else { return [] }
    return try await computer.names(
      """
      SELECT list.id FROM list JOIN account ON account.id = list.account AND owner IS NOT NULL
        UNION SELECT todo.id FROM todo JOIN account ON account.id = todo.account
          AND account.role = 'reader'
      """)
  }

  /// Pending changes of records that the user must not change.
  private func waitingInVain(on computer: Computer) async throws(StoreError) -> Set<ExactText> {
    guard isSharing else { return [] }
    return try await computer.names(
      """
      SELECT record FROM outbox JOIN account ON account.id = outbox.account AND owner IS NOT NULL
        WHERE kind = 'list' OR kind = 'todo' AND role = 'reader'
      """)
  }

  private func note(
    _ before: [RecordKey: RecordFields], _ untouchable: Set<ExactText>, on computer: Computer
  ) async {
    let store = computer.store
    guard let after = try? await store.allRecords() else { return }
    // A record of the user's own may have taken the place of one with the same ID meanwhile. A record that is gone was
    // deleted or moved away by the user only if that change is pending.
    let present = (try? await self.untouchable(on: computer)) ?? []
    let waiting = (try? await waitingInVain(on: computer)) ?? []
    let untouchable = untouchable.intersection(present.union(waiting))
    let quarantined = (try? await quarantined(on: computer)) ?? []
    defer {
      for (place, value) in withdrawals { ledger.withdraw(value, at: place) }
      withdrawals = []
      repeating = nil
    }
    for key in Set(before.keys).union(after.keys).inOrder() {
      guard before[key] != after[key] else { continue }
      if untouchable.contains(ExactText(key.id)) {
        trespasses.append("\(computer.name) could change \(key.id), which its user may only read")
      }
      if after[key] == nil { computer.removals.append(key) }
      if before[key] != nil, quarantined.contains(key) {
        trespasses.append("\(computer.name) still quarantines \(key.id), which was edited")
      }
      noteMove(key, before[key], after[key], by: computer.name)
      // If two devices advance a to-do, its reminders follow the later occurrence, although nobody has removed any.
      if isAdvanced(key), before[key]?["reminders"] != after[key]?["reminders"] {
        sets.forgive(key)
      }
      ledger.note(key, before: before[key], after: after[key], by: computer.name)
      sets.note(
        key, before: before[key], after: after[key],
        isUnanswered: await isUnanswered(key, except: computer))
      log.add(StoryLog.change(key, before[key], after[key]))
    }
  }

  /// The quarantined records that are on the computer.
  private func quarantined(on computer: Computer) async throws(StoreError) -> Set<RecordKey> {
    let kinds = ["todo", "list"].map { kind in
      """
      SELECT '\(kind) ' || record FROM syncRetry JOIN \(kind)
        ON \(kind).id = record AND \(kind).account = syncRetry.account WHERE kind = '\(kind)'
      """
    }
    return Set(
      try await computer.store.column(kinds.joined(separator: " UNION ")).compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        return RecordKind(rawValue: parts[0]).map { RecordKey(kind: $0, id: parts.last ?? "") }
      })
  }

  /// Whether a computer has sent a record without knowing whether it has arrived.
  func isUnanswered(_ key: RecordKey, except computer: Computer? = nil) async -> Bool {
    for other in computers where other !== computer {
      let writes = try? await other.store.column(
        "SELECT record FROM inFlightWrite WHERE kind = 'todo' AND record = '\(key.id)'")
      if writes?.isEmpty != true { return true }
    }
    return false
  }

  /// A unique text. Two consecutive ones may differ only in their bytes.
  func unique(_ word: String) -> String {
    counter += 1
    return "\(word) \(counter / 2) "
      + (counter.isMultiple(of: 2) ? "\u{E9}\u{FFFD}" : "e\u{301}\u{FFFD}")
  }

  private func randomEdit(
    _ plain: TodoStore, _ records: [RecordKey: RecordFields], _ computer: Computer
  ) async throws {
    let todos = records.keys.filter { $0.kind == .todo }.map(\.id).inOrder()
    let lists = records.keys.filter { $0.kind == .list }.map(\.id).inOrder()
    let todo = chances.pick(todos).map(TodoID.init(rawValue:))
    let list = chances.pick(lists).map(ListID.init(rawValue:))
    let choice = chances.number(0..<40)
    let who = computer.name
    log.add("\(who) edits \(choice) todo \(todo?.rawValue ?? "-") list \(list?.rawValue ?? "-")")
    if chances.happens(15), try await undo(plain, who) { return }
    let recorder = UndoRecorder()
    let store = plain.recording(in: recorder)
    defer { undoable[who, default: []] += recorder.take() }
    switch choice {
    case 0..<5:
      try await store.add(
        TodoDraft(
          id: TodoID(rawValue: store.makeID()), listID: list, content: unique("todo")))
    case 5..<10:
      guard let todo, let present = try await store.todo(todo) else { return }
      let isTitle = chances.happens(50)
      try await store.update(
        todo,
        to: TodoDraft(
          id: todo, listID: present.listID,
          content: isTitle ? unique("title") : present.content,
          notes: isTitle ? present.notes : unique("notes"), due: due(present.due),
          isStarred: present.priority.isStarred))
    case 10, 11:
      if let todo { try await store.setDone(todo, chances.happens(60)) }
    case 12:
      if let todo { try await store.setStarred(todo, chances.happens(60)) }
    case 13, 14:
      if let todo { try await deleteTree(todo, store, records) }
    case 15:
      let account = hasSecondAccount ? chances.pick(try await store.accounts()) : nil
      try await store.addList(
        named: unique("list"), to: account.map { .account($0.id) } ?? .firstAccount)
    case 16:
      if let list { try await store.renameList(list, to: unique("name")) }
    case 17:
      if let list, chances.happens(40) { try await store.deleteList(list) }
    case 18:
      if let item = chances.pick(try await store.trash()) {
        try await putBack(item, store, computer)
      }
    case 19..<27:
      if let todo { try await editFields(of: todo, store, todos, who) }
      if let list, chances.happens(15) { try await editLook(of: list, store) }
    default:
      if let todo { try await changePlace(of: todo, store, records, choice) }
    }
  }

  /// Restores an item from the trash.
  func putBack(_ item: TrashItem, _ store: TodoStore, _ computer: Computer) async throws(StoreError)
  {
    try await store.restoreFromTrash(item.id)
    computer.abandonedValues.formUnion(ledger.values(of: item.key, by: computer.name))
    // For a list that is no longer shared, the item is a copy; the owner's record stays unchanged.
    if item.reason == .unshared {
      ledger.forgive(item.key)
      sets.forgive(item.key)
    }
  }

  /// Undoes a user's last command, or redoes one, whatever has happened to the records since.
  /// - Returns: whether there was such a command.
  func undo(_ store: TodoStore, _ who: String) async throws -> Bool {
    let isRedo = chances.happens(25)
    guard let step = isRedo ? redoable[who]?.popLast() : undoable[who]?.popLast() else {
      return false
    }
    let opposite = try await store.undo(step)
    if isRedo {
      undoable[who, default: []].append(opposite)
    } else {
      redoable[who, default: []].append(opposite)
    }
    for edit in opposite.edits {
      guard case .changed(let taken, _) = edit.change else { continue }
      for (field, value) in taken
      where Ledger.fields.contains(field) && ledger.author(of: value) == who {
        withdrawals.append((.init(key: edit.key, field: field), value))
      }
    }
    return true
  }

  private func due(_ present: CalendarTime?) -> CalendarTime? {
    chances.happens(30)
      ? CalendarTime(day: .first.adding(days: chances.number(0..<9_000))) : present
  }
}
