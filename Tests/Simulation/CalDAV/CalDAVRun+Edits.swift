import Basics
import Core
import Sync
import TestSupport

// The user's edits on the computers.

extension CalDAVRun {
  static func key(_ uid: String) -> RecordKey { RecordKey(kind: .todo, id: uid) }

  /// A unique text. Two consecutive ones may differ only in their bytes.
  func unique(_ word: String) -> String {
    counter += 1
    let odd = ["é", "e\u{301}", "a;b,c\\n", "line\nline", "x: \u{1F600}"]
    return "\(word) \(counter / 2) " + odd[counter % odd.count]
  }

  /// Makes one edit; acknowledged changes go into the ledger.
  func edit(on computer: CalDAVComputer) async throws {
    do {
      try await edited(on: computer) { try await self.randomEdit($0, computer) }
    } catch let error as StoreError {
      log.add("\(computer.name) cannot write: \(error)")
    }
  }

  func edited(
    on computer: CalDAVComputer, _ body: ([RecordKey: RecordFields]) async throws -> Void
  ) async throws {
    let before = try await computer.store.allRecords()
    var unsent: Set<RecordKey> = []
    for key in before.keys where key.kind == .todo {
      if try await computer.isSending(key) { unsent.insert(key) }
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(before)) } catch { result = .failure(error) }
    guard let after = try? await computer.store.allRecords() else { return try result.get() }
    for key in Set(before.keys).union(after.keys).inOrder()
    where before[key] != after[key] {
      ledger.note(key, before: before[key], after: after[key], by: computer.name)
      log.add(StoryLog.change(key, before[key], after[key]))
      gone.remove(key)
      if after[key] == nil { deletions[computer.name, default: []].insert(key.id) }
      if key.kind == .todo, after[key] == nil, !unsent.contains(key) {
        try await noteDeleted(key, by: computer)
      }
    }
    try result.get()
  }

  /// Records a deletion that must be final: unless a computer has pending changes or does not know the server's state,
  /// the to-do must stay deleted until somebody changes it.
  func noteDeleted(_ key: RecordKey, by computer: CalDAVComputer?) async throws {
    for other in computers where other !== computer {
      if try await other.isSending(key) { return }
      if try await other.isKeeping(key) { return }
    }
    if let computer {
      let present = readable.first { $0.resource.uid == key.id }
      guard let present else { return }
      let place = SimulatedCalDAV.home + present.collection + "/" + present.name
      guard try await computer.place(of: key) == present.resource.etag + " " + place else { return }
    }
    gone.insert(key)
  }

  private func randomEdit(_ records: [RecordKey: RecordFields], _ computer: CalDAVComputer)
    async throws
  {
    let store = computer.store
    let todos = records.keys.filter { $0.kind == .todo }.map(\.id).inOrder()
    let lists = records.keys.filter { $0.kind == .list }.map(\.id).inOrder()
    let todo = chances.pick(todos).map(TodoID.init(rawValue:))
    let list = chances.pick(lists).map(ListID.init(rawValue:))
    let choice = chances.number(0..<30)
    log.add(
      "\(computer.name) edits \(choice) todo \(todo?.rawValue ?? "-") list \(list?.rawValue ?? "-")"
    )
    switch choice {
    case 0..<5:
      try await store.add(
        TodoDraft(
          id: TodoID(rawValue: store.makeID()), listID: list, content: unique("todo")))
    case 5..<11:
      let (isTitle, text) = (chances.happens(50), unique("text"))
      guard let todo else { return }
      try await store.edit(todo) { todo in
        if isTitle { todo.content = text } else { todo.notes = text }
      }
    case 11, 12: if let todo { try await store.setDone(todo, chances.happens(60)) }
    case 13: if let todo { try await store.setStarred(todo, chances.happens(60)) }
    case 14..<17: if let todo { _ = try await store.delete(todo) }
    case 17..<21: if let todo, let list { try await store.move([todo], to: list) }
    case 21: try await store.addList(named: unique("list"), to: .firstAccount)
    case 22: if let list { try await store.renameList(list, to: unique("name")) }
    case 23: if let list, chances.happens(40) { try await store.deleteList(list) }
    case 24:
      if let item = chances.pick(try await store.trash()) {
        computer.abandonedValues.formUnion(ledger.values(of: item.key, by: computer.name))
        try await store.restoreFromTrash(item.id)
      }
    default: if let todo { try await editField(of: todo, store) }
    }
  }

  private func editField(of id: TodoID, _ store: TodoStore) async throws {
    let (isClearing, number) = (chances.happens(20), chances.number(0..<9))
    let day = CalendarTime(day: .first.adding(days: 7_000 + chances.number(0..<2_000)))
    let tag = ExactText(["home", "e\u{301}", "é", "a,b"][number % 4])
    let reminder = Reminder(text: ["DUE PT0S", "DUE -PT15M"][number % 2])
    switch chances.number(0..<6) {
    case 0: try await store.edit(id) { $0.due = isClearing ? nil : day }
    case 1: try await store.edit(id) { $0.start = isClearing ? nil : day }
    case 2:
      try await store.edit(id) { if $0.tags.remove(tag) == nil { $0.tags.insert(tag) } }
    case 3:
      try await store.edit(id) { todo in
        if todo.reminders.remove(reminder) == nil { todo.reminders.insert(reminder) }
      }
    case 4: try await store.cancel([id])
    default:
      let url = isClearing ? nil : "https://example.org/\(counter)"
      try await store.edit(id) { $0.url = url }
    }
  }

  /// The user discards the unsent edits of a record.
  func discard(on computer: CalDAVComputer, _ chosen: RecordKey? = nil) async {
    let pending = (try? await computer.store.pendingRecords(of: computer.account.id)) ?? []
    guard !computer.isBusy, let key = chosen ?? chances.pick(pending) else { return }
    computer.isBusy = true
    defer { computer.isBusy = false }
    log.add("\(computer.name) discards \(key.id)")
    ledger.forgive(key)
    computer.abandonedValues.formUnion(ledger.values(of: key, by: computer.name))
    let before = try? await computer.store.allRecords()
    _ = try? await computer.engine.discard([key])
    guard let before, let after = try? await computer.store.allRecords() else { return }
    for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
      gone.remove(key)
    }
  }
}
