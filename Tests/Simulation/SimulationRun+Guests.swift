import Core
import TestSupport

// Scenarios with a user who has just been invited to another person's list.

extension SimulationRun {
  /// A list with a to-do, and another user who was invited and has not answered.
  struct Guest {
    let owner: Computer
    let computer: Computer
    let list: RecordKey
    let invitation: Invitation.ID
  }

  func invite(as role: ListRole = .writer) async throws -> Guest? {
    guard let (list, owners) = try await makeList(with: 1),
      case let able = computers.filter({ !$0.isBusy && !$0.disk.isDead }),
      let computer = chances.pick(able.filter { $0.user != owners[0].user }),
      try await addTodo(to: list, owners) != nil
    else { return nil }
    await attempt(on: owners[0]) { store, _ in
      try await store.setMember(computer.user, of: ListID(rawValue: list.id), as: role)
    }
    await syncCalmly(owners[0])
    await syncCalmly(computer)
    // The user may have blocked the inviting person.
    let found = try await computer.store.invitations().first { $0.id.list.rawValue == list.id }
    return found.map {
      Guest(owner: owners[0], computer: computer, list: list, invitation: $0.id)
    }
  }

  /// Accepts an invitation.
  /// - Returns: the account that stands for the list, which has not been read yet.
  func accept(_ guest: Guest) async throws -> Account? {
    await attempt(on: guest.computer) { store, _ in try await store.accept(guest.invitation) }
    await syncCalmly(guest.computer, only: guest.computer.account)
    return try await guest.computer.syncAccounts().first {
      $0.share?.list.rawValue == guest.list.id
    }
  }

  /// The server loses a list, but not its to-dos, before a guest reads it for the first time.
  func acceptWhenTheListIsLost() async throws {
    guard let guest = try await invite() else { return }
    log.add("\(guest.computer.name) accepts \(guest.list.id), which is lost")
    try await lose(guest.list, of: guest.owner.user)
    guard let account = try await accept(guest) else { return }
    await syncCalmly(guest.computer, only: account)
  }

  /// A list is deleted while a member writes into it.
  func writeIntoDeletedList() async throws {
    guard let guest = try await invite(), let account = try await accept(guest),
      let share = account.share
    else { return }
    await syncCalmly(guest.computer, only: account)
    await write(into: share, on: guest.computer, whileDeletedBy: guest.owner)
    // Each of them may only send.
    for _ in 0..<3 { try await sync(account, on: guest.computer) }
  }

  /// A member's part in a list ends when the answer to a write arrives.
  func partWhileSending() async throws {
    guard let guest = try await invite(), let account = try await accept(guest) else { return }
    await syncCalmly(guest.computer, only: account)
    await write(into: ListID(rawValue: guest.list.id), on: guest.computer)
    await part(guest.computer, from: account, while: "sends") {
      if case .push = $0 { true } else { false }
    }
  }

  /// A member's part in a list ends when the list is read for the first time.
  func partWhileReadingFirst() async throws {
    guard let guest = try await invite(), let account = try await accept(guest) else { return }
    let kind = chances.pick([RecordKind.list, .todo]) ?? .list
    await part(guest.computer, from: account, while: "reads first") { $0 == .changes(kind) }
  }

  /// A guest loses the role, so the guest's changes are refused; they must be sent once the guest has the role again.
  func loseRoleInListOfAnotherPerson() async throws {
    guard let guest = try await invite(), let account = try await accept(guest) else { return }
    await syncCalmly(guest.computer, only: account)
    try await loseRoleAndGetItBack(in: account, on: guest.computer)
  }

  /// A user moves a to-do into another person's list, makes a to-do of that list its subtask, and discards the move.
  func giveUpMoveIntoListOfAnotherPerson() async throws {
    guard let guest = try await invite(), let account = try await accept(guest) else { return }
    await syncCalmly(guest.computer, only: account)
    let (list, name) = (ListID(rawValue: guest.list.id), unique("list"))
    await attempt(on: guest.computer) { store, _ in
      let own = try await store.addList(named: name)
      try await store.add(
        TodoDraft(id: TodoID(rawValue: store.makeID()), listID: own.id, content: name))
    }
    await syncCalmly(guest.computer)
    let records = try await guest.computer.store.allRecords().filter { $0.key.kind == .todo }
    guard let moved = records.first(where: { $0.value[Todo.Field.content] == .string(name) })?.key,
      let part = records.first(where: { Cast.list(of: $0.key, $0.value) == list })?.key
    else { return }
    log.add("\(moved.id) is moved into \(list.rawValue) with \(part.id) as a part, and given up")
    await attempt(on: guest.computer) { store, _ in
      try await store.move([TodoID(rawValue: moved.id)], to: list)
      try await store.edit(TodoID(rawValue: part.id)) { $0.parent = TodoID(rawValue: moved.id) }
    }
    await discard(on: guest.computer, account, moved)
    let after = try await guest.computer.store.allRecords()
    if after[part] != nil, Cast.list(of: part, after[part] ?? [:]) != list {
      trespasses.append("\(part.id) has left \(list.rawValue), where it was")
    }
    await syncCalmly(guest.computer)
  }

  /// A guest changes a to-do's title and moves it to another list of the same owner. Meanwhile the server loses the
  /// to-do and gets its earlier state from another device.
  func moveWhatWasMadeAgain() async throws {
    guard let guest = try await invite(), let account = try await accept(guest) else { return }
    await syncCalmly(guest.computer, only: account)
    guard let next = try await invite(guest.computer, intoAnotherListOf: guest.owner),
      let target = try await accept(next)
    else { return }
    await syncCalmly(guest.computer, only: target)
    let before = records(of: guest.owner.user).first {
      $0.key.kind == .todo && Cast.list(of: $0.key, $0.value)?.rawValue == guest.list.id
    }
    guard let (key, earlier) = before else { return }
    let title = await setTitle(of: key, on: guest.computer)
    guard await syncCalmly(guest.computer, only: account),
      records(of: guest.owner.user)[key]?[Todo.Field.content] == .string(title)
    else { return }
    log.add("\(key.id) is moved to \(next.list.id), and made again from an earlier state")
    await attempt(on: guest.computer) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: ListID(rawValue: next.list.id))
    }
    try await lose(key, of: guest.owner.user)
    server.write(key, earlier, of: guest.owner.user)
    guard await syncCalmly(guest.computer, only: target), !guest.computer.disk.isDead else {
      return
    }
    let store = guest.computer.store
    let shown = try await store.todo(TodoID(rawValue: key.id))?.content
    let listed = try await store.recentConflicts().flatMap(\.lost.values)
    if shown != title, !listed.contains(.string(title)) {
      trespasses.append("\(guest.computer.name) gives the title \(title) of \(key.id) up unsaid")
    }
  }

  private func invite(_ computer: Computer, intoAnotherListOf owner: Computer) async throws
    -> Guest?
  {
    let name = unique("list")
    await attempt(on: owner) { store, _ in
      let list = try await store.addList(named: name)
      try await store.setMember(computer.user, of: list.id, as: .writer)
    }
    await syncCalmly(owner)
    await syncCalmly(computer)
    let list = try await owner.store.allRecords().first {
      $0.key.kind == .list && $0.value["name"] == .string(name)
    }?.key
    let found = try await computer.store.invitations().first { $0.id.list.rawValue == list?.id }
    return found.flatMap { found in
      list.map { Guest(owner: owner, computer: computer, list: $0, invitation: found.id) }
    }
  }

  /// Two users snooze the same to-do.
  func snoozeForTwoPeople() async throws {
    guard let guest = try await invite(), let account = try await accept(guest) else { return }
    await syncCalmly(guest.computer, only: account)
    let here = try await guest.owner.store.allRecords().first {
      Cast.list(of: $0.key, $0.value)?.rawValue == guest.list.id && $0.key.kind == .todo
    }
    guard let key = here?.key else { return }
    log.add("two people are reminded again of \(key.id)")
    let isFinished = await snooze(key, on: guest.computer)
    guard await snooze(key, on: guest.owner), isFinished, !guest.computer.disk.isDead,
      !guest.owner.disk.isDead
    else { return }
    let found = records(of: guest.owner.user)[key]?[Todo.Field.snoozes]?.members ?? []
    let users = Set(found.compactMap { Snooze(text: $0.text).user })
    if users != [guest.computer.user, guest.owner.user] {
      trespasses.append("of \(key.id) only \(users.sorted()) are reminded again")
    }
  }

  private func snooze(_ key: RecordKey, on computer: Computer) async -> Bool {
    await syncCalmly(computer)
    let (moment, user) = (computer.clock.now(), computer.user)
    await attempt(on: computer) { store, records in
      guard records[key] != nil else { return }
      try await store.edit(TodoID(rawValue: key.id)) { todo in
        todo.snoozes.set(Snooze(until: moment, user: user, reminder: Reminder(text: "DUE PT0S")))
      }
    }
    return await syncCalmly(computer)
  }
}
