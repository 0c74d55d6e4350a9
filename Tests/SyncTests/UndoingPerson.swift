import Basics
import Core
import Sync
import TestSupport

/// A device whose gestures are on lists of its own, at two servers, and can be taken back.
struct UndoingPerson {
  let device: Device
  /// Brings the lists of the second account.
  let secondEngine: SyncEngine
  let recorder = UndoRecorder()
  /// The first list, which stays.
  let list: ListID
  let second: AccountID
  var steps: [UndoStep] = []
  var redos: [UndoStep] = []
  var store: TodoStore { device.store.recording(in: recorder) }

  /// - Parameter list: its identifier begins as the device is called.
  init(device: Device, list: ListID, second server: SimulatedServer) async throws {
    let account = Account(firestore: try FirestoreSettings(project: "q", user: "u"))
    try await device.store.connect(account, isAdopting: false)
    for account in [device.account, account.id] {
      try await device.store.addList(named: "another", to: .account(account))
    }
    secondEngine = SyncEngine(
      account: account.id, store: device.store, backend: SimulatedBackend(server, account: account),
      clock: device.clock, random: SplitMix64(seed: 2), requests: RequestsInOrder())
    self.device = device
    self.list = list
    second = account.id
  }

  /// Sends and receives once.
  func sync() async {
    _ = await device.engine.syncOnce(pull: true)
    _ = await secondEngine.syncOnce(pull: true)
  }

  /// How many records wait to be sent.
  func waiting() async throws -> Int {
    let other = try await device.store.syncSummary(of: second).waiting
    return try await device.waiting() + other
  }

  /// What there is, with the members of lists.
  func records() async throws -> [RecordKey: RecordFields] {
    var records = try await device.store.allRecords()
    for list in try await device.store.lists() {
      for member in try await device.store.members(of: list.id) {
        records[RecordKey(kind: .member, id: member.id)] = [
          "role": .string(member.role.rawValue)
        ]
      }
    }
    return records
  }

  /// One command on what is the person's own, as a row, the details or a menu gives it.
  mutating func gesture(_ chances: inout SplitMix64) async throws {
    let store = store
    let name = list.rawValue.prefix(1)
    let own = try await store.lists().filter { $0.id.rawValue.hasPrefix(name) }
    var todos: [Todo] = []
    for list in own { todos += try await store.allTodos(in: list.id, isWithDone: true) }
    todos.sort { $0.id.rawValue.precedesExactly($1.id.rawValue) }
    switch Int.random(in: 0..<6, using: &chances) {
    case 0, 1:
      guard let list = own.randomElement(using: &chances) else { break }
      let beside = own.filter { $0.account == list.account && $0.id != list.id }
      try await change(list, beside.randomElement(using: &chances), &chances)
    case 2:
      let trash = try await store.trash().filter { $0.key.id.hasPrefix(name) }
      let item = trash.randomElement(using: &chances)
      let list = own.randomElement(using: &chances)
      try await move(todos.randomElement(using: &chances), in: todos, to: list, item, &chances)
    default:
      if let todo = todos.randomElement(using: &chances) { try await change(todo, &chances) }
    }
    steps += recorder.take()
  }

  private func change(
    _ list: TodoList, _ other: TodoList?, _ chances: inout SplitMix64
  ) async throws {
    let text = "text \(Int.random(in: 0..<1_000, using: &chances))"
    switch Int.random(in: 0..<12, using: &chances) {
    case 0:
      let id = TodoID(rawValue: store.makeID())
      try await store.add(TodoDraft(id: id, listID: list.id, content: text))
    case 1: try await store.addList(named: text)
    case 2: try await store.addList(named: text, to: .account(second))
    case 3: _ = try await store.renameList(list.id, to: text)
    case 4: if list.id != self.list { try await store.deleteList(list.id) }
    case 5:
      _ = try await store.editList(list.id) {
        $0.colour = $0.colour == nil ? "green" : nil
        $0.emoji = $0.emoji == nil ? "🛒" : nil
        $0.sortOrder = "title"
      }
    case 6, 7, 8:
      let role = ListRole.allCases.randomElement(using: &chances) ?? .reader
      try await store.setMember("mia", of: list.id, as: role)
    case 9: try await store.removeMember("mia", of: list.id)
    default:
      guard let other else { return }
      let place: ListPlacement =
        Bool.random(using: &chances) ? .before(other.id) : .after(other.id)
      try await unlessUnsuitable { _ = try await store.editList(list.id, at: place) }
    }
  }

  private func move(
    _ todo: Todo?, in todos: [Todo], to list: TodoList?, _ trashed: TrashItem?,
    _ chances: inout SplitMix64
  ) async throws {
    guard let todo else { return }
    let beside = todos.filter { $0.listID == todo.listID && $0.id != todo.id }
    let other = beside.randomElement(using: &chances)
    switch Int.random(in: 0..<6, using: &chances) {
    case 0, 1: if let list { try await store.move([todo.id], to: list.id) }
    case 2:
      try await unlessUnsuitable { try await store.place(todo.id, below: other?.id, .last) }
    case 3: try await store.delete([todo.id])
    case 4:
      if let trashed { try await store.restoreFromTrash(trashed.id) }
    default:
      guard let other else { return }
      let place: TodoPlace = Bool.random(using: &chances) ? .before(other.id) : .after(other.id)
      try await unlessUnsuitable {
        try await store.place(todo.id, below: other.parent, place)
      }
    }
  }

  /// Some places cannot be had: below what is a part of the to-do, or between lists of the other device.
  private func unlessUnsuitable(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error as StoreError {
      guard case .unsuitable = error else { throw error }
    }
  }

  private func change(_ todo: Todo, _ chances: inout SplitMix64) async throws {
    let number = Int.random(in: 1..<9_000, using: &chances)
    let text = "text \(number)"
    let day = CalendarDay.first.adding(days: number)
    switch Int.random(in: 0..<15, using: &chances) {
    case 0: try await store.setDone([todo.id], !todo.isDone)
    case 1: try await store.setStarred(todo.id, !todo.priority.isStarred)
    case 2: try await store.cancel([todo.id])
    case 3: try await store.edit(todo.id) { $0.content = text }
    case 4: try await store.edit(todo.id) { $0.due = CalendarTime(day: day) }
    case 5: try await store.edit(todo.id) { $0.start = CalendarTime(day: day) }
    case 6: try await store.edit(todo.id) { $0.tags = [ExactText(text), "shop"] }
    case 7: try await store.edit(todo.id) { $0.reminders = [Reminder(text: "DUE -PT15M")] }
    case 8: try await store.edit(todo.id) { $0.notes = text }
    case 9: try await store.edit(todo.id) { $0.url = "https://example.org/\(number)" }
    case 10:
      let moment = Timestamp(milliseconds: store.now.milliseconds + Int64(number) * 3_600_000)
      let rules = RingingRules(
        zone: .utc, timeOfDays: TimeOfDay(secondsOfDay: 9 * 3600), dueTimesRing: true)
      try await store.snooze(todo.id, until: moment, zone: "Asia/Seoul", by: rules)
    case 11: try await store.assign(todo.id, to: todo.assignee == nil ? "mia" : nil)
    case 12: try await store.edit(todo.id) { $0.priority = Priority(rawValue: number % 10) }
    case 13: try await store.edit(todo.id) { $0.recurrence = RecurrenceRule("FREQ=DAILY") }
    default:
      if todo.recurrence != nil { _ = try await store.skipOccurrence(of: todo.id) }
    }
  }
}
