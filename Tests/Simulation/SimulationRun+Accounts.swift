import Core
import TestSupport

// Scenarios in which one device moves a to-do to another account while another device continues to edit it.

extension SimulationRun {
  /// A to-do in a user's first account, and a list in the second account.
  private struct Move {
    let owners: [Computer]
    let key: RecordKey
    let source: Account
    let target: Account
    let goal: ListID
  }

  private func prepareMove() async throws -> Move? {
    guard let (list, owners) = try await makeList(with: 2),
      let key = try await addTodo(to: list, owners),
      case let accounts = try await owners[0].syncAccounts(), accounts.count == 2
    else { return nil }
    let name = unique("list")
    await attempt(on: owners[0]) { store, _ in
      try await store.addList(named: name, to: .account(accounts[1].id))
    }
    for owner in owners { await syncCalmly(owner) }
    return try await owners[1].store.lists().first { $0.name == name }.map {
      Move(owners: owners, key: key, source: accounts[0], target: accounts[1], goal: $0.id)
    }
  }

  /// One device moves the to-do. Another one, which knows that it has arrived but not yet that it has left, edits it.
  func editWhatAnotherDeviceMoved() async throws {
    guard let move = try await prepareMove() else { return }
    let (first, second, key) = (move.owners[0], move.owners[1], move.key)
    log.add("\(key.id) is moved, and edited where it was")
    await attempt(on: first) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: move.goal)
    }
    // The other account has to take it first.
    for account in [move.target, move.source] { await syncCalmly(first, only: account) }
    await syncCalmly(second, only: move.target)
    let title = await setTitle(of: key, on: second)
    try await expect(title, of: move)
  }

  /// One device moves the to-do and then changes its title. Another one, which knows of that but not yet that the to-do
  /// has left the old list, moves it with its own title. The title that gives way must be listed, since nobody has
  /// replaced it.
  func moveWhatAnotherDeviceMoved() async throws {
    guard let move = try await prepareMove() else { return }
    let (first, second, key) = (move.owners[0], move.owners[1], move.key)
    log.add("\(key.id) is moved twice")
    await attempt(on: first) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: move.goal)
    }
    await setTitle(of: key, on: first)
    for computer in [first, second] { await syncCalmly(computer, only: move.target) }
    await attempt(on: second) { store, records in
      guard records[key] != nil else { return }
      try await store.move([TodoID(rawValue: key.id)], to: move.goal)
    }
    for computer in [second, first] { await syncCalmly(computer) }
  }

  /// One device changes the title and moves the to-do, while another one changes the title at the old place. The title
  /// that gives way must be listed.
  func giveTitlesInBothPlaces() async throws {
    guard let move = try await prepareMove() else { return }
    let (first, second, key) = (move.owners[0], move.owners[1], move.key)
    log.add("\(key.id) is moved, and gets two titles")
    await setTitle(of: key, on: first)
    await attempt(on: first) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: move.goal)
    }
    await setTitle(of: key, on: second)
    await syncCalmly(second, only: move.source)
    for computer in [first, second] { await syncCalmly(computer) }
  }

  /// One device moves the to-do. Another one undoes an edit that has arrived at the new place, although this device
  /// knows only that it was sent to the old place.
  func takeBackWhatAnotherDeviceMoved() async throws {
    guard let move = try await prepareMove() else { return }
    let (first, second, key) = (move.owners[0], move.owners[1], move.key)
    log.add("\(key.id) is moved, and an edit of it taken back")
    guard case .string(let title)? = try await second.store.allRecords()[key]?[Todo.Field.content]
    else { return }
    await attempt(on: first) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: move.goal)
    }
    let other = unique("title")
    await attempt(on: second) { store, _ in
      let recorder = UndoRecorder()
      try await store.recording(in: recorder).edit(TodoID(rawValue: key.id)) { $0.content = other }
      self.undoable[second.name, default: []] += recorder.take()
    }
    await syncCalmly(second, only: move.source)
    await syncCalmly(first, only: move.target)
    await syncCalmly(second, only: move.target)
    for account in [move.source, move.target, move.source] {
      await syncCalmly(first, only: account)
    }
    await attempt(on: second) { store, _ in _ = try await self.undo(store, second.name) }
    guard try await second.store.allRecords()[key]?[Todo.Field.content] == .string(title) else {
      return
    }
    try await expect(title, of: move)
  }

  /// One device moves the to-do. Another one, which does not know that, continues to edit it at the old place. Either
  /// it changes the title each time, and the new account knows of the earlier title when the next one comes; or it
  /// changes other fields, while nobody can send anything to the new account.
  func writeOnWhereAnotherDeviceMovedIt() async throws {
    guard let move = try await prepareMove() else { return }
    let (first, second, key) = (move.owners[0], move.owners[1], move.key)
    let isTold = chances.happens(50)
    log.add("\(key.id) is moved, and goes on where it was")
    await attempt(on: first) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: move.goal)
    }
    for _ in 0..<10 {
      if isTold {
        await setTitle(of: key, on: second)
      } else {
        await attempt(on: second) { store, records in
          guard records[key] != nil else { return }
          try await store.edit(TodoID(rawValue: key.id)) { todo in
            todo.priority.setStarred(!todo.priority.isStarred)
          }
        }
      }
      for computer in [second, first] { await syncCalmly(computer, only: move.source) }
      if isTold { await syncCalmly(first, only: move.target) }
    }
    guard case .string(let title)? = try await second.store.allRecords()[key]?[Todo.Field.content]
    else { return }
    var isFinished = true
    for account in [move.target, move.source] {
      isFinished = await syncCalmly(first, only: account) && isFinished
    }
    if isFinished { try await expect(title, of: move) }
  }

  /// A new to-do is moved to another account while it is in flight, and then arrives at the old place all the same.
  func moveWhatIsUnderWay() async throws {
    guard let (list, owners) = try await makeList(with: 1),
      case let accounts = try await owners[0].syncAccounts(), accounts.count == 2
    else { return }
    let computer = owners[0]
    let (name, title) = (unique("list"), unique("todo"))
    var goal: TodoList?
    await attempt(on: computer) { store, _ in
      goal = try await store.addList(named: name, to: .account(accounts[1].id))
    }
    await syncCalmly(computer)
    await attempt(on: computer) { store, _ in
      try await store.add(
        TodoDraft(
          id: TodoID(rawValue: store.makeID()), listID: ListID(rawValue: list.id), content: title))
    }
    let here = try await computer.store.allRecords()
    guard let goal,
      let key = here.first(where: { $0.value[Todo.Field.content] == .string(title) })?.key
    else { return }
    log.add("\(key.id) is moved while it is under way")
    await sendIntoTheVoid(key, from: computer)
    await attempt(on: computer) { store, _ in
      try await store.move([TodoID(rawValue: key.id)], to: goal.id)
    }
    deliverLate()
    var isFinished = true
    for _ in 0..<3 { isFinished = await syncCalmly(computer) && isFinished }
    if isFinished, records(of: tree(of: accounts[0]))[key] != nil {
      trespasses.append("\(key.id) is still where it was moved away from")
    }
  }

  /// In the end, the to-do must be only at the new place, with the title that it got last.
  private func expect(_ title: String, of move: Move) async throws {
    let second = move.owners[1]
    let isRead = await syncCalmly(second, only: move.source)
    guard await syncCalmly(second), isRead, move.owners.allSatisfy({ !$0.disk.isDead }) else {
      return
    }
    if records(of: tree(of: move.source))[move.key] != nil {
      trespasses.append("\(move.key.id) is back where it was moved away from")
    }
    let there = records(of: tree(of: move.target))[move.key]?[Todo.Field.content]
    if there != .string(title) {
      trespasses.append("\(move.key.id) is not called \(title) where it was moved to")
    }
  }
}
