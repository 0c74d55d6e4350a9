import Core
import TestSupport

// Scenarios in which one device deletes something that another one continues to use. They hardly ever occur by chance.

extension SimulationRun {
  /// Plays one of these scenarios.
  func goOnWithTheDeleted() async throws {
    let isShared = isSharing && chances.happens(40)
    switch chances.number(0..<2) {
    case 0 where isShared: try await changeRoleInDeletedList()
    case _ where isShared: try await writeIntoListOfAnotherPersonThatIsDeleted()
    case 0 where computers.count > 2 && !isSharing: try await editBesideAnOlderState()
    default: try await putBackWhatIsBack()
    }
  }

  /// One device deletes a to-do, another one brings it back by an edit, and then the first one restores it from the
  /// trash too.
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

  /// One device replaces a value, and another one deletes the to-do. A third device, which knows of neither, edits it,
  /// which brings it back with the old value.
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

  /// An owner changes a member's role in a list that another device of the owner has just deleted.
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

  /// A user writes into another person's list, which is then deleted, while the server refuses the deletion of the
  /// user's member record.
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

  /// A user writes into another person's list; the owner deletes the list, but the user's member record remains.
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

  /// Adds a to-do that all given computers know.
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
