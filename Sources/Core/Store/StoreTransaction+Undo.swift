import Basics
import GRDB

/// What undo removed in one step.
private struct RemovedTogether {
  struct Part: TreeNode {
    let id: TodoID
    let listID: ListID
    let parent: TodoID?
    /// The number of its copy in the trash.
    let copy: Int64
  }

  /// The numbers of the lists' copies in the trash.
  var lists: [ListID: Int64] = [:]
  var todos: [Part] = []
  /// The people who took part, with their list.
  var members: [(id: String, list: ListID)] = []
}

extension StoreTransaction {
  /// Takes back what a command changed.
  /// - Throws: ``StoreError/notAllowed`` for a record that the user may no longer write.
  mutating func takeBack(_ step: UndoStep) throws {
    var passed: Set<ExactText> = []
    for edit in step.edits where try isOfPassedOccurrence(edit, of: step) {
      passed.insert(ExactText(edit.key.id))
      for part in try subtasks(of: TodoID(rawValue: edit.key.id)) {
        passed.insert(ExactText(part.rawValue))
      }
    }
    let last = try db.number("SELECT COALESCE(MAX(seq), 0) FROM outbox")
    var removed = RemovedTogether()
    // In the opposite order: a list is there again before its to-dos.
    for edit in step.edits.reversed()
    where edit.key.kind != .todo || !passed.contains(ExactText(edit.key.id)) {
      try takeBack(edit, &removed)
    }
    try join(removed, entriesAfter: last)
  }

  /// Marks to-dos and people that were removed with their list, and subtasks that were removed with what they are a
  /// part of, as a command does that deletes them: they come back together.
  /// - Parameter last: the last outbox entry before the removal.
  private mutating func join(_ removed: RemovedTogether, entriesAfter last: Int) throws {
    let parents = TodoTree.parents(of: removed.todos)
    let copies = Dictionary(removed.todos.map { ($0.id, $0.copy) }) { $1 }
    for part in removed.todos {
      var whole = removed.lists[part.listID]
      if whole != nil {
        try markListDeletion(RecordKey(kind: .todo, id: part.id.rawValue), entriesAfter: last)
      } else if var root = parents[part.id] {
        while let parent = parents[root] { root = parent }
        whole = copies[root]
      }
      guard let whole else { continue }
      try db.run("UPDATE trash SET listTrash = ? WHERE id = ?", [whole, part.copy])
    }
    for member in removed.members where removed.lists[member.list] != nil {
      try markListDeletion(RecordKey(kind: .member, id: member.id), entriesAfter: last)
    }
  }

  /// Notes in the outbox that a record was deleted with its list.
  private func markListDeletion(_ key: RecordKey, entriesAfter last: Int) throws {
    try db.run(
      "UPDATE outbox SET reason = ? WHERE kind = ? AND record = ? AND seq > ? AND reason = ?",
      [
        OutboxReason.listDeletion.rawValue, key.kind.rawValue, key.id, last,
        OutboxReason.edit.rawValue,
      ])
  }

  /// Whether an edit completed or skipped an occurrence of a to-do that has moved on to another one since. Its fields
  /// and those of its subtasks belong to that other occurrence now.
  private func isOfPassedOccurrence(_ edit: UndoStep.Edit, of step: UndoStep) throws -> Bool {
    guard edit.key.kind == .todo, case .changed(_, let after) = edit.change,
      step.isSkip || after[Todo.Field.completions] != nil,
      let current = try fields(of: edit.key)
    else { return false }
    return [Todo.Field.due, Todo.Field.start].contains { name in
      after[name].map { $0 != current[name] ?? .null } ?? false
    }
  }

  /// Takes back one change of a record, except where somebody has changed the same since.
  /// - Throws: ``StoreError/notAllowed`` for a record that the user may no longer write.
  private mutating func takeBack(_ edit: UndoStep.Edit, _ removed: inout RemovedTogether) throws {
    switch edit.change {
    case .added: try takeBackAddition(of: edit.key, &removed)
    case .changed(let before, let after):
      if edit.key.kind == .todo,
        try takeBackSnooze(of: TodoID(rawValue: edit.key.id), from: before, to: after)
      {
        return
      }
      guard let current = try fields(of: edit.key) else { return }
      let own = Self.units(of: after).filter { unit in
        unit.allSatisfy { current[$0] ?? .null == after[$0] }
      }
      var restored = Self.values(of: Set(own.joined()), in: before)
      for (name, value) in current {
        restored[name] = value.takingBack(from: before[name], to: after[name]) ?? restored[name]
      }
      guard !restored.isEmpty else { return }
      _ = try TodoStore.edit(edit.key, restored, &self)
    case .deleted(let copy): try takeBackDeletion(of: edit.key, copy)
    case .member(let before, let after):
      guard let list = (before ?? after)?.list, let known = try self.list(list) else { return }
      try requireWriting(in: known.account, isContent: false)
      let current = try member(edit.key.id)
      guard current?.role == after?.role else { return }
      if var before {
        before.modifiedAt = environment.now()
        try set(before, outbox: .edit)
      } else if let current {
        try delete(current, outbox: .edit)
        removed.members.append((current.id, list))
      }
    case .answer(let before, let after): try takeBackAnswer(before, after)
    case .shown(let isShown):
      let list = ListID(rawValue: edit.key.id)
      guard try self.list(list) != nil, try isHidden(list) != isShown else { return }
      try setShown(list, !isShown)
    case .copy(let row, let isKept):
      if isKept {
        try forgetCopy(row.table, row.id)
      } else {
        try keepAgain(row)
      }
    }
  }

  /// Takes back an answer. An accepted list of another person is hidden at once, and removed when the server knows.
  private mutating func takeBackAnswer(_ before: Consent?, _ after: Consent?) throws {
    guard let answer = after ?? before, try TodoStore.isSetUp(answer.account, db),
      case let current = try consent(answer.id, answer.account), current?.choice == after?.choice
    else { return }
    if var before {
      // An answer to an invitation that is gone would answer the next one.
      if let list = before.list,
        try invitation(into: list, of: before.user, before.account)?.fields == nil
      {
        return
      }
      before.modifiedAt = environment.now()
      before.snoozes = current?.snoozes ?? before.snoozes
      try set(before, outbox: .edit)
    } else if let after {
      try delete(after, outbox: .edit)
    }
    guard let list = answer.list,
      try TodoStore.isSetUp(answer.account.sharing(list, of: answer.user), db)
    else { return }
    try setShown(list, before?.choice == .accepted)
  }

  private mutating func takeBackAddition(
    of key: RecordKey, _ removed: inout RemovedTogether
  ) throws {
    switch key.kind {
    case .todo:
      guard let todo = try todo(TodoID(rawValue: key.id)) else { return }
      try requireWriting(of: todo)
      try keepInTrash(todo, .deleted)
      removed.todos.append(
        .init(
          id: todo.id, listID: todo.listID, parent: todo.parent, copy: db.lastInsertedRowID))
      try delete(todo, outbox: .edit)
    case .list:
      let id = ListID(rawValue: key.id)
      // Keep the list if it has got to-dos or members since.
      guard let list = try list(id),
        try db.number("SELECT EXISTS (SELECT 1 FROM todo WHERE listID = ?)", [key.id]) == 0,
        try members(of: id).isEmpty
      else { return }
      try requireWriting(in: list, isContent: false)
      removed.lists[id] = try keepInTrash(list, .deleted)
      try delete(list)
      try enqueue(list)
    case .member, .membership, .consent: return
    }
  }

  private mutating func takeBackDeletion(of key: RecordKey, _ copy: UndoStep.Edit.Copy) throws {
    guard try fields(of: key) == nil else { return }
    let fields = try StoredFields.decode(copy.fields)
    try TodoStore.putBack(
      .init(key: key, account: copy.account, listName: copy.listName, fields: fields), &self)
    try forgetTrash(of: key, restoring: fields)
  }

  /// The fields of a list or a to-do; nil if it is not here.
  func fields(of key: RecordKey) throws -> RecordFields? {
    switch key.kind {
    case .todo: try todo(TodoID(rawValue: key.id))?.fields
    case .list: try list(ListID(rawValue: key.id))?.fields
    case .member, .membership, .consent: nil
    }
  }

  /// Groups names of fields that belong together: the status and the time of completion.
  private static func units(of fields: RecordFields) -> [[String]] {
    let done = [Todo.Field.status, Todo.Field.completedAt].filter { fields[$0] != nil }
    let others = fields.keys.filter { !done.contains($0) }.map { [$0] }
    return done.isEmpty ? others : others + [done]
  }
}
