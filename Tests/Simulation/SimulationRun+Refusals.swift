import Core
import TestSupport

// Scenarios in which the server refuses changes for a while, and other devices continue to edit the same records.

extension SimulationRun {
  /// Plays one of these scenarios.
  func refuseInTime() async throws {
    switch chances.number(0..<(isSharing ? 5 : 4)) {
    case 0: try await renameListAfterItsLoss()
    case 1: try await renameListAfterItsDeletion()
    case 2: try await editWhatIsJustRefused()
    case 3: try await loseRoleAndGetItBack()
    default: try await deleteTwice()
    }
  }

  /// The server loses the first list. A device that has noticed the loss renames the list before it is there again.
  private func renameListAfterItsLoss() async throws {
    guard let computer = chances.pick(computers), !computer.isBusy, !computer.disk.isDead,
      let account = try await ownAccounts(of: computer).first(where: { account in
        server.names(of: tree(of: account)).contains(Self.firstList(of: account))
      })
    else { return }
    let key = Self.firstList(of: account)
    let list = ListID(rawValue: key.id)
    log.add("the server is about to lose \(key.id)")
    await attempt(on: computer) { store, records in
      guard records[key] != nil else { return }
      try await store.add(
        TodoDraft(
          id: TodoID(rawValue: store.makeID()), listID: list, content: self.unique("todo")))
    }
    await syncCalmly(computer)
    let isAgreed = await hasAgreed(on: key, account, computer)
    try await lose(key, of: tree(of: account))
    try await renameLostList(key, on: computer, isAgreed: isAgreed)
  }

  /// A device renames a list that another device has just deleted, and the server refuses the new name.
  private func renameListAfterItsDeletion() async throws {
    guard let (key, owners) = try await makeList(with: 2) else { return }
    let (first, second) = (owners[0], owners[1])
    log.add("the list \(key.id) is deleted, and gets another name")
    let list = ListID(rawValue: key.id)
    await attempt(on: second) { store, _ in try await store.deleteList(list) }
    await syncCalmly(second)
    refuse(key)
    await attempt(on: first) { store, records in
      guard records[key] != nil else { return }
      try await store.renameList(list, to: self.unique("name"))
    }
    await syncCalmly(first)
  }

  /// Two devices delete the same list, and the server refuses the first deletion.
  private func deleteTwice() async throws {
    guard let (key, owners) = try await makeList(with: 2) else { return }
    let (first, second) = (owners[0], owners[1])
    log.add("the list \(key.id) is deleted twice")
    let list = ListID(rawValue: key.id)
    refuse(key)
    await attempt(on: first) { store, _ in try await store.deleteList(list) }
    await syncCalmly(first)
    server.refuse(key, with: nil)
    await attempt(on: second) { store, records in
      if records[key] != nil { try await store.deleteList(list) }
    }
    await syncCalmly(second)
    await syncCalmly(first)
  }

  /// A device that has noticed the loss of a list renames the list before it is there again.
  func renameLostList() async throws {
    let lists = lostKeys.filter { $0.kind == .list }.inOrder()
    // Other devices may have created a first list with the same ID.
    let firstLists = lists.filter { $0.id.hasPrefix("first") }
    guard let key = chances.pick(firstLists.isEmpty ? lists : firstLists),
      let computer = chances.pick(computers), !computer.isBusy
    else { return }
    try await renameLostList(key, on: computer)
  }

  /// - Parameter isAgreed: whether the computer had a base of the list, so that to-dos on the server may be in it.
  private func renameLostList(
    _ key: RecordKey, on computer: Computer, isAgreed: Bool = false
  ) async throws {
    log.add("the lost list \(key.id) gets another name")
    refuse(key)
    await syncCalmly(computer)
    await attempt(on: computer) { store, records in
      guard records[key] != nil else { return }
      let renamed = try await store.renameList(
        ListID(rawValue: key.id), to: self.unique("name"))
      if isAgreed, renamed.key != key {
        self.trespasses.append("\(computer.name) gave the lost list \(key.id) another identifier")
      }
    }
  }

  /// A user edits a list while it is being refused; the server would accept the edited state.
  private func editWhatIsJustRefused() async throws {
    guard let (key, owners) = try await makeList(with: 1) else { return }
    let computer = owners[0]
    log.add("the list \(key.id) is edited while it is refused")
    let list = ListID(rawValue: key.id)
    await attempt(on: computer) { store, _ in
      try await store.renameList(list, to: self.unique("name"))
    }
    let before = writes.count
    var refusals = computer.refusals.count(of: key)
    var isEdited = false
    refuse(key)
    onAnswer = (
      {
        guard $0.sends(key) else { return false }
        // If several records are refused together, none of them counts as refused individually.
        if $0 == .push([key]) { refusals += 1 }
        return true
      },
      {
        self.server.refuse(key, with: nil)
        await self.attempt(on: computer) { store, records in
          guard records[key] != nil else { return }
          try await store.renameList(list, to: self.unique("name"))
          isEdited = true
        }
      }
    )
    await syncCalmly(computer)
    // If the disk fails, there is no edit.
    let wasRefused = onAnswer == nil && isEdited
    onAnswer = nil
    // The server may have begun to refuse something else meanwhile.
    guard wasRefused, computer.refusals.count(of: key) <= refusals,
      !writes.all(since: before).contains(where: { $0.key == key }),
      try await isQuarantined(key, on: computer)
    else { return }
    trespasses.append("\(computer.name) quarantines \(key.id) as it was not when it was refused")
  }

  /// A member loses the role, so the member's changes are refused; they must be sent once the member has the role
  /// again.
  private func loseRoleAndGetItBack() async throws {
    guard let computer = chances.pick(computers), !computer.isBusy, !computer.disk.isDead,
      case let accounts = try await computer.syncAccounts().filter({ $0.share?.role == .writer }),
      let account = chances.pick(accounts)
    else { return }
    try await loseRoleAndGetItBack(in: account, on: computer)
  }

  func loseRoleAndGetItBack(in account: Account, on computer: Computer) async throws {
    guard let share = account.share,
      case let member = RecordKey(
        kind: .member, id: ListMember.id(of: computer.user, in: share.list)),
      let fields = server.records(of: share.owner)[member], fields["role"] == .string("writer")
    else { return }
    let title = unique("todo")
    await attempt(on: computer) { store, _ in
      try await store.add(
        TodoDraft(id: TodoID(rawValue: store.makeID()), listID: share.list, content: title))
    }
    guard
      let key = try await computer.store.allRecords().first(where: {
        $0.value["content"] == .string(title)
      })?.key
    else { return }
    log.add("\(computer.user) may not write \(key.id), and then may")
    let reader = fields.merging(["role": .string("reader")]) { $1 }
    server.write(member, reader, of: share.owner, list: share.list)
    await syncCalmly(computer, only: account)
    await syncCalmly(computer)
    let reading = try await computer.syncAccounts().first { $0.id == account.id }
    server.write(member, fields, of: share.owner, list: share.list)
    let before = writes.count
    await syncCalmly(computer)
    let present = try await computer.syncAccounts().first { $0.id == account.id }
    guard reading?.share?.role == .reader, present?.share?.role == .writer,
      !computer.disk.isDead, !refused.contains(key),
      // The server may have lost the acceptance, which it then refuses to take again.
      cast.role(of: computer.user, in: share.list, of: share.owner) == .writer,
      // Nobody may write into a list that its owner has deleted.
      server.records(of: share.owner)[RecordKey(kind: .list, id: share.list.rawValue)] != nil,
      !writes.all(since: before).contains(where: { $0.key == member }),
      try await isQuarantined(key, on: computer)
    else { return }
    trespasses.append("\(computer.name) quarantines \(key.id), although its user may write again")
  }

  /// A to-do is moved to a new list, which the server refuses. The to-do is therefore still in its old list on the
  /// server when that list is deleted.
  func deleteListBehindWhatCannotLeaveIt() async throws {
    guard let (list, owners) = try await makeList(with: 1),
      let key = try await addTodo(to: list, owners)
    else { return }
    let (computer, name) = (owners[0], unique("list"))
    var added: TodoList?
    await attempt(on: computer) { store, _ in added = try await store.addList(named: name) }
    guard let goal = added else { return }
    log.add("the list \(list.id) is deleted, and \(key.id) cannot leave it")
    refuse(goal.key)
    await attempt(on: computer) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: goal.id)
      try await store.deleteList(ListID(rawValue: list.id))
    }
    for _ in 0..<2 { await syncCalmly(computer) }
    let present = records(of: tree(of: computer.account))
    let place = present[key].flatMap { Cast.list(of: key, $0) }
    if place?.rawValue == list.id, present[list] == nil {
      trespasses.append("the list \(list.id) was deleted while \(key.id) was in it")
    }
    server.refuse(goal.key, with: nil)
    for account in try await ownAccounts(of: computer) {
      try await computer.store.releaseQuarantined(of: account.id)
    }
    for _ in 0..<2 { await syncCalmly(computer) }
  }

  /// Two devices edit a to-do, and the later one is not allowed to read the server's state. That must not count as a
  /// refusal of its edit.
  func refuseToTellAfterConflict() async throws {
    guard let (list, owners) = try await makeList(with: 2),
      let key = try await addTodo(to: list, owners)
    else { return }
    let computer = owners[1]
    log.add("the server refuses to tell what \(key.id) is")
    for owner in owners { await setTitle(of: key, on: owner) }
    await syncCalmly(owners[0])
    planFault = { call in
      guard case .fetch(let keys) = call, keys.contains(key) else { return nil }
      return .refuse(.rejected(status: 403, code: "PERMISSION_DENIED"))
    }
    await syncCalmly(computer)
    planFault = nil
    if !computer.refusals.all.contains(key), try await isQuarantined(key, on: computer) {
      trespasses.append("\(computer.name) quarantines \(key.id), which it could not read")
    }
    for owner in [owners[1], owners[0]] { await syncCalmly(owner) }
  }

  // MARK: Parts

  private func isQuarantined(_ key: RecordKey, on computer: Computer) async throws -> Bool {
    try await !computer.store.column(
      "SELECT record FROM syncRetry WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'"
    ).isEmpty
  }

  func refuse(_ key: RecordKey) {
    server.refuse(key, with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    refused.insert(key)
  }

  func ownAccounts(of computer: Computer) async throws -> [Account] {
    try await computer.syncAccounts().filter { $0.share == nil }
  }

  static func firstList(of account: Account) -> RecordKey {
    RecordKey(kind: .list, id: ListID.first(of: account.id).rawValue)
  }
}

extension SimulatedServer.Call {
  /// Whether the call sends a record.
  func sends(_ key: RecordKey) -> Bool {
    if case .push(let keys) = self { keys.contains(key) } else { false }
  }
}
