import Core
import TestSupport

// Events that rarely coincide by chance: several users change the same record before they know of each other's changes.

extension SimulationRun {
  /// Two or more computers change the same record, and then most of them synchronise.
  func together() async throws {
    if chances.happens(20) { return try await refuseInTime() }
    if chances.happens(20) { return try await goOnWithTheDeleted() }
    if chances.happens(15) { return try await arriveLate() }
    var holders: [RecordKey: [Computer]] = [:]
    for computer in computers where !computer.disk.isDead {
      for key in ((try? await computer.store.allRecords()) ?? [:]).keys
      where key.kind == .todo || key.kind == .list {
        holders[key, default: []].append(computer)
      }
    }
    let isList = chances.happens(60)
    let shared = holders.filter { $0.value.count > 1 && ($0.key.kind == .list) == isList }
    guard let key = chances.pick(shared.keys.inOrder()),
      let present = shared[key]
    else { return }
    log.add("together: \(key.id)")
    for computer in present where chances.happens(80) {
      await attempt(on: computer) { try await self.change(key, $0, $1) }
    }
    for computer in computers where chances.happens(80) { try await sync(computer) }
  }

  private func change(_ key: RecordKey, _ store: TodoStore, _ records: [RecordKey: RecordFields])
    async throws(StoreError)
  {
    let choice = chances.number(0..<10)
    if key.kind == .list {
      let list = ListID(rawValue: key.id)
      switch choice {
      case 0..<5: try await store.deleteList(list)
      case 5..<8: try await store.renameList(list, to: unique("name"))
      default:
        try await store.add(
          TodoDraft(
            id: TodoID(rawValue: store.makeID()), listID: list, content: unique("todo")))
      }
    } else {
      let todo = TodoID(rawValue: key.id)
      if choice < 6 { return try await deleteTree(todo, store, records) }
      let text = unique("title")
      try await store.edit(todo) { $0.content = text }
    }
  }

  // MARK: Parts

  /// Synchronises all accounts of a computer without faults on the way to the server.
  /// - Parameter only: the only account to synchronise.
  /// - Returns: whether every round was completed.
  @discardableResult
  func syncCalmly(_ computer: Computer, only: Account? = nil) async -> Bool {
    let isStorm = weather.isSet
    weather.isSet = false
    var isFinished = true
    for account in (try? await computer.syncAccounts()) ?? []
    where only.map({ $0.id == account.id }) ?? true
      && computer.busyAccounts.insert(account.id).inserted
    {
      let outcome = await computer.engine(of: account).syncOnce(pull: true, wake: true)
      if outcome.end != .finished { isFinished = false }
      computer.busyAccounts.remove(account.id)
    }
    weather.isSet = isStorm
    return isFinished
  }

  /// Creates a list that several computers of one user know and that the server has.
  func makeList(with count: Int) async throws -> (RecordKey, [Computer])? {
    let able = computers.filter { !$0.isBusy && !$0.disk.isDead }
    guard let user = chances.pick(able)?.user,
      case let owners = able.filter({ $0.user == user }), owners.count >= count
    else { return nil }
    let start = chances.number(0..<owners.count)
    let chosen = (0..<count).map { owners[(start + $0) % owners.count] }
    let name = unique("list")
    await attempt(on: chosen[0]) { store, _ in try await store.addList(named: name) }
    var key: RecordKey?
    for computer in chosen {
      await syncCalmly(computer)
      key = try await computer.store.allRecords().first {
        $0.key.kind == .list && $0.value["name"] == .string(name)
      }?.key
    }
    return key.map { ($0, chosen) }
  }

  /// Makes an edit that may fail.
  func attempt(
    on computer: Computer,
    _ body: (TodoStore, [RecordKey: RecordFields]) async throws -> Void
  ) async {
    do { try await edited(on: computer, body) } catch {
      // Nothing was written, and the user was told.
      log.add("\(computer.name) cannot write: \(error)")
    }
  }

  /// Checks a sent change: a list must be sent before its to-dos, and only by its owner.
  func lookAtLists(_ change: PendingChange, to account: Account, by computer: String) {
    if account.share != nil, change.key.kind == .list {
      trespasses.append("\(computer) sends the list \(change.key.id) of another person")
    }
    guard change.key.kind == .todo, case .create(let fields) = change.operation,
      case .string(let id)? = fields[Todo.Field.listID],
      case let list = RecordKey(kind: .list, id: id), !lostKeys.contains(list),
      !falselyAnswered.contains(computer + " " + id),
      !server.names(of: tree(of: account)).contains(list)
    else { return }
    trespasses.append("\(computer) sends \(change.key.id) before its list \(id)")
  }

  /// Notes answers that say that changes have arrived. After a mistaken answer, a computer may believe that the server
  /// has a list, until it has read the server's records.
  func noteAnswered(_ changes: [PendingChange], for account: Account, by computer: String) {
    let present = server.names(of: tree(of: account))
    for change in changes where change.key.kind == .list && !present.contains(change.key) {
      falselyAnswered.insert(computer + " " + change.key.id)
    }
  }
}
