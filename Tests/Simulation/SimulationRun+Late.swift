import Core
import TestSupport

// Scenarios in which something arrives too late: a write that was undone, or an answer about a list that is gone.

extension SimulationRun {
  /// Plays one of these scenarios.
  func arriveLate() async throws {
    switch chances.number(0..<(isSharing ? 4 : 2)) {
    case 0: try await takeBackWhatIsUnderWay()
    case 1: try await deleteWhatIsUnderWay()
    case 2: try await partWhile("sends") { if case .push = $0 { true } else { false } }
    default: try await partWhile("reads") { if case .changes = $0 { true } else { false } }
    }
  }

  /// An edit is undone while it is in flight without an answer. When it arrives late, the server must not accept it any
  /// more.
  private func takeBackWhatIsUnderWay() async throws {
    guard let (key, owners) = try await makeList(with: 1) else { return }
    let computer = owners[0]
    log.add("the name of \(key.id) is taken back while it is under way")
    let name = unique("name")
    await renameRecorded(key, to: name, on: computer)
    await sendIntoTheVoid(key, from: computer)
    await attempt(on: computer) { store, _ in
      _ = try await self.undo(store, computer.name)
    }
    await syncCalmly(computer)
    deliverLate()
  }

  /// An edit is undone while it is in flight, and meanwhile the computer's clock is set back. The list then equals its
  /// earlier state, including the time of its modification.
  func takeBackWhatIsUnderWayAtTheSameTime() async throws {
    guard let (key, owners) = try await makeList(with: 1) else { return }
    let computer = owners[0]
    guard let list = try await computer.store.lists().first(where: { $0.key == key }),
      let account = try await computer.syncAccounts().first(where: { $0.id == list.account })
    else { return }
    log.add("the name of \(key.id) is taken back, and the clock set back")
    let name = unique("name")
    await renameRecorded(key, to: name, on: computer)
    await sendIntoTheVoid(key, from: computer)
    let present = computer.clock.now()
    computer.clock.set(list.modifiedAt)
    await attempt(on: computer) { store, _ in
      _ = try await self.undo(store, computer.name)
    }
    let isTakenBack = try await computer.store.allRecords()[key]?["name"] != .string(name)
    let isFinished = await syncCalmly(computer)
    computer.clock.set(max(present, computer.clock.now()))
    deliverLate()
    let after = records(of: tree(of: account))[key]?["name"]
    if isTakenBack, isFinished, after == .string(name) {
      trespasses.append("\(key.id) got the name \(name), which was taken back")
    }
  }

  /// A new list is deleted while it is in flight without an answer. When it arrives late, the server must not accept
  /// it.
  private func deleteWhatIsUnderWay() async throws {
    let able = computers.filter { !$0.isBusy && !$0.disk.isDead }
    guard let computer = chances.pick(able) else { return }
    let name = unique("list")
    await attempt(on: computer) { store, _ in try await store.addList(named: name) }
    let made = try await computer.store.lists().first { $0.name == name }
    guard let made,
      let account = try await computer.syncAccounts().first(where: {
        $0.id == made.account
      })
    else { return }
    log.add("\(made.id.rawValue) is deleted while it is under way")
    await sendIntoTheVoid(made.key, from: computer)
    await attempt(on: computer) { store, _ in try await store.deleteList(made.id) }
    await syncCalmly(computer)
    // The user may have restored it since.
    let isWanted = try await computer.store.allRecords()[made.key] != nil
    let isWaiting = try await computer.store.pendingRecords(of: account.id).contains(made.key)
    // Another computer that read the list before its deletion, and has added something to it, creates it again.
    var isKept = false
    for other in computers where other.name != computer.name {
      if try await other.store.allRecords()[made.key] != nil { isKept = true }
    }
    deliverLate()
    // A server that has lost the deletion accepts the late write.
    if !isWanted, !isWaiting, !isKept, !lostKeys.contains(made.key),
      let late = records(of: tree(of: account))[made.key],
      late["createdAt"] == .timestamp(made.createdAt)
    {
      trespasses.append("\(made.id.rawValue) arrived after it was deleted")
    }
  }

  /// A user's part in a list ends, and the user's computer learns of that while it sends to the list or reads it.
  private func partWhile(
    _ word: String, _ isMeant: @escaping (SimulatedServer.Call) -> Bool
  ) async throws {
    guard let computer = chances.pick(computers), !computer.isBusy, !computer.disk.isDead,
      case let accounts = try await computer.syncAccounts().filter({ $0.share?.role == .writer }),
      let account = chances.pick(accounts), let share = account.share
    else { return }
    await write(into: share.list, on: computer)
    await part(computer, from: account, while: word, isMeant)
  }

  func write(into list: ListID, on computer: Computer) async {
    await attempt(on: computer) { store, _ in
      try await store.add(
        TodoDraft(
          id: TodoID(rawValue: store.makeID()), listID: list, content: self.unique("todo")))
    }
  }

  /// Ends a user's part in a list, and lets the computer know of it, when the server has answered a request about that
  /// list.
  func part(
    _ computer: Computer, from account: Account, while word: String,
    _ isMeant: @escaping (SimulatedServer.Call) -> Bool
  ) async {
    guard let share = account.share else { return }
    let member = RecordKey(kind: .member, id: ListMember.id(of: computer.user, in: share.list))
    log.add("\(computer.name) \(word) when \(member.id) ends")
    onAnswer = (
      isMeant,
      {
        self.server.write(member, nil, of: share.owner, list: share.list)
        await self.syncCalmly(computer, only: computer.account)
      }
    )
    await syncCalmly(computer, only: account)
    onAnswer = nil
  }

  /// Two batches are in flight together. Only one arrives, and its answer is taken for the answer to both.
  func answerOneBatchForAnother() async throws {
    guard let (list, owners) = try await makeList(with: 1) else { return }
    let computer = owners[0]
    let account = try await computer.syncAccounts().first
    for _ in 0..<12 { await write(into: ListID(rawValue: list.id), on: computer) }
    await syncCalmly(computer)
    let keys = try await computer.store.allRecords().filter {
      $0.key.kind == .todo && Cast.list(of: $0.key, $0.value)?.rawValue == list.id
    }.keys.inOrder()
    log.add("one answer comes to two batches in \(list.id)")
    for key in keys { await setTitle(of: key, on: computer) }
    var batches = 0
    planFault = { call in
      guard keys.contains(where: call.sends) else { return nil }
      batches += 1
      return batches == 2 ? .answerOtherOnly : nil
    }
    await syncCalmly(computer)
    planFault = nil
    let isFinished = await syncCalmly(computer)
    let here = try await computer.store.allRecords()
    guard isFinished, !computer.disk.isDead, let account else { return }
    let there = records(of: tree(of: account))
    for key in keys where await !isWaiting(key, on: computer) {
      if here[key]?[Todo.Field.content] != there[key]?[Todo.Field.content] {
        trespasses.append("\(key.id) was not sent, as another batch was answered")
      }
    }
  }

  /// A user adds a list with a to-do while a change in another list is being sent. The check of all sent changes tells
  /// whether the list is sent before its to-do.
  func addListWhileSending() async throws {
    guard let (list, owners) = try await makeList(with: 1),
      let key = try await addTodo(to: list, owners)
    else { return }
    let (computer, name, title) = (owners[0], unique("list"), unique("todo"))
    log.add("a list is added while \(key.id) is being sent")
    await setTitle(of: key, on: computer)
    onAnswer = (
      { $0.sends(key) },
      {
        await self.attempt(on: computer) { store, _ in
          let added = try await store.addList(named: name)
          try await store.add(
            TodoDraft(id: TodoID(rawValue: store.makeID()), listID: added.id, content: title))
        }
      }
    )
    await syncCalmly(computer)
    onAnswer = nil
    await syncCalmly(computer)
  }

  // MARK: Parts

  /// Renames a list so that it can be undone.
  private func renameRecorded(_ key: RecordKey, to name: String, on computer: Computer) async {
    await attempt(on: computer) { store, _ in
      let recorder = UndoRecorder()
      try await store.recording(in: recorder).renameList(ListID(rawValue: key.id), to: name)
      self.undoable[computer.name, default: []] += recorder.take()
    }
  }

  /// Sends a record that will arrive late, and cuts the computer off from the server afterwards.
  func sendIntoTheVoid(_ key: RecordKey, from computer: Computer) async {
    var isSent = false
    planFault = { call in
      guard call.sends(key) else { return nil }
      defer { isSent = true }
      return isSent
        ? .refuse(.transient(cause: .unreachable, retryAfter: nil)) : .delay
    }
    await syncCalmly(computer)
    planFault = nil
  }
}
