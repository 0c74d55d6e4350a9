import Core
import TestSupport

// What is deleted by one and goes on with another: orders of things that chance hardly ever brings about.

extension SimulationRun {
  /// One of the things that somebody does to what somebody else deletes.
  func goOnWithTheDeleted() async throws {
    let isShared = isSharing && chances.happens(40)
    switch chances.number(0..<2) {
    case 0 where isShared: try await changeRoleInDeletedList()
    case _ where isShared: try await writeIntoListOfAnotherPersonThatIsDeleted()
    case 0 where computers.count > 2 && !isSharing: try await editBesideAnOlderState()
    default: try await putBackWhatIsBack()
    }
  }

  /// What one deletes and another one brings back by an edit is taken out of the trash as well.
  private func putBackWhatIsBack() async throws {
    guard let (list, owners) = try await makeList(with: 2),
      let key = try await addTodo(to: list, owners)
    else { return }
    log.add("\(key.id) comes back, and out of the trash")
    await attempt(on: owners[1]) { store, records in
      try await self.deleteTree(TodoID(rawValue: key.id), store, records)
    }
    await syncCalmly(owners[1])
    await setTitle(of: key, on: owners[0])
    for owner in owners { await syncCalmly(owner) }
    await attempt(on: owners[1]) { store, _ in
      let item = try await store.trash().first { $0.key == key }
      if let item { try await self.putBack(item, store, owners[1]) }
    }
  }

  /// What one replaced comes back with an edit of another one, who has not heard of that, and of whom the deletion is.
  func editBesideAnOlderState() async throws {
    guard let (list, owners) = try await makeList(with: 3),
      let key = try await addTodo(to: list, owners)
    else { return }
    log.add("\(key.id) comes back as it was before")
    await setTitle(of: key, on: owners[0])
    await syncCalmly(owners[0])
    await syncCalmly(owners[2])
    await attempt(on: owners[2]) { store, records in
      try await self.deleteTree(TodoID(rawValue: key.id), store, records)
    }
    await syncCalmly(owners[2])
    let notes = unique("notes")
    await attempt(on: owners[1]) { store, records in
      guard records[key] != nil else { return }
      try await store.edit(TodoID(rawValue: key.id)) { $0.notes = notes }
    }
    await syncCalmly(owners[1])
    await setTitle(of: key, on: owners[0])
    await syncCalmly(owners[0])
  }

  /// Somebody gets another role in a list that another device of its owner has just deleted.
  private func changeRoleInDeletedList() async throws {
    guard let (list, owners) = try await makeList(with: 2),
      let user = chances.pick(users.filter { $0 != owners[0].user })
    else { return }
    let id = ListID(rawValue: list.id)
    log.add("\(user) gets another role in \(list.id), which is deleted")
    await attempt(on: owners[0]) { store, _ in
      try await store.setMember(user, of: id, as: .reader)
    }
    for owner in owners { await syncCalmly(owner) }
    await attempt(on: owners[1]) { store, _ in try await store.deleteList(id) }
    await syncCalmly(owners[1])
    await attempt(on: owners[0]) { store, records in
      guard records[list] != nil else { return }
      try await store.setMember(user, of: id, as: .writer)
    }
    await syncCalmly(owners[0])
  }

  /// Somebody writes into a list of another person, who deletes it, and the server does not take that nobody takes part
  /// in it any more.
  private func writeIntoListOfAnotherPersonThatIsDeleted() async throws {
    guard let computer = chances.pick(computers), !computer.isBusy, !computer.disk.isDead,
      case let accounts = try await computer.syncAccounts().filter({ $0.share?.role == .writer }),
      let account = chances.pick(accounts), let share = account.share,
      let owner = computers.first(where: {
        $0.user == share.owner && !$0.isBusy && !$0.disk.isDead
      })
    else { return }
    await write(into: share, on: computer, whileDeletedBy: owner)
    try await sync(account, on: computer)
  }

  /// Somebody writes into a list of another person, who deletes it, and takes part in it on.
  func write(
    into share: Account.Share, on computer: Computer, whileDeletedBy owner: Computer
  ) async {
    log.add("\(share.list.rawValue) is deleted by its owner while \(computer.name) writes")
    refuse(RecordKey(kind: .member, id: ListMember.id(of: computer.user, in: share.list)))
    await attempt(on: computer) { store, _ in
      try await store.add(
        TodoDraft(
          id: TodoID(rawValue: store.makeID()), listID: share.list, content: self.unique("todo")))
    }
    await attempt(on: owner) { store, _ in try await store.deleteList(share.list) }
    await syncCalmly(owner)
  }

  // MARK: Parts

  /// A to-do that all of some computers know.
  func addTodo(to list: RecordKey, _ owners: [Computer]) async throws -> RecordKey? {
    let title = unique("todo")
    await attempt(on: owners[0]) { store, _ in
      try await store.add(
        TodoDraft(
          id: TodoID(rawValue: store.makeID()), listID: ListID(rawValue: list.id), content: title))
    }
    var key: RecordKey?
    for owner in owners {
      await syncCalmly(owner)
      key = try await owner.store.allRecords().first {
        $0.value[Todo.Field.content] == .string(title)
      }?.key
    }
    return key
  }

  @discardableResult
  func setTitle(of key: RecordKey, on computer: Computer) async -> String {
    let title = unique("title")
    await attempt(on: computer) { store, records in
      guard records[key] != nil else { return }
      try await store.edit(TodoID(rawValue: key.id)) { $0.content = title }
    }
    return title
  }
}
