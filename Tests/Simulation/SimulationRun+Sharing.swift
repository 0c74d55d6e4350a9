import Core
import Sync

// Several users who share lists.

extension SimulationRun {
  /// Which records each user must see.
  var cast: Cast { Cast(server: server, users: users) }

  /// The users without duplicates.
  var users: [String] {
    var seen: Set<String> = []
    return computers.map(\.user).filter { seen.insert($0).inserted }
  }

  /// A user with one or two computers, and one or two other users.
  func sharingPlaces() throws -> [Place] {
    var places: [Place] = [("a", "u", 0)]
    if chances.happens(60) { places.append(("b", "u", -7)) }
    places.append(("m", "mia", 5))
    if chances.happens(30) { places.append(("n", "noa", -3)) }
    return places
  }

  /// In most stories, some users take part in a list from the beginning.
  func beginSharing() async throws {
    guard chances.happens(85), let owner = computers.first else { return }
    let list = try await edited(on: owner) { store, _ in
      let list = try await store.addList(named: self.unique("list"))
      for _ in 0..<self.chances.number(0..<4) {
        try await store.add(
          TodoDraft(
            id: TodoID(rawValue: store.makeID()), listID: list.id, content: self.unique("todo")))
      }
      return list
    }
    for user in users where user != owner.user && chances.happens(80) {
      try await owner.store.setMember(
        user, of: list.id, as: chances.happens(70) ? .writer : .reader)
    }
    for computer in computers { try await sync(computer) }
    for computer in computers where chances.happens(80) {
      for invitation in try await computer.store.invitations() {
        try await computer.store.accept(invitation.id)
      }
      try await sync(computer)
    }
  }

  /// A user answers an invitation, or unblocks a person.
  func answer(on computer: Computer) async throws {
    do throws(StoreError) {
      let choice = chances.number(0..<10)
      if choice == 0, let blocked = chances.pick(try await computer.store.blocked()) {
        log.add("\(computer.name) unblocks \(blocked.user)")
        return try await computer.store.unblock(blocked.user, in: blocked.account)
      }
      guard let invitation = chances.pick(try await computer.store.invitations()) else { return }
      log.add("\(computer.name) answers \(choice) to \(invitation.id)")
      switch choice {
      case 0: try await computer.store.block(invitation.id.owner, in: invitation.id.account)
      case 1, 2: try await computer.store.decline(invitation.id)
      default: try await computer.store.accept(invitation.id)
      }
    } catch {
      log.add("\(computer.name) cannot write: \(error)")
    }
  }

  /// A user adds or removes a member, changes a role, or leaves a list.
  func share(on computer: Computer) async throws {
    do throws(StoreError) {
      let lists = try await computer.store.lists()
      guard let list = chances.pick(lists.sorted { $0.id.rawValue < $1.id.rawValue }),
        let account = list.account,
        let user = chances.pick(users.filter { $0 != computer.user })
      else { return }
      let choice = chances.number(0..<10)
      log.add("\(computer.name) shares \(choice) list \(list.id.rawValue) user \(user)")
      if account != computer.account.id {
        try await takePart(in: list, choice, computer.store)
      } else if choice < 4 {
        try await computer.store.setMember(user, of: list.id, as: .writer)
      } else if choice < 6 {
        try await computer.store.setMember(user, of: list.id, as: .reader)
      } else {
        try await computer.store.removeMember(user, of: list.id)
      }
    } catch {
      log.add("\(computer.name) cannot write: \(error)")
    }
  }

  private func takePart(in list: TodoList, _ choice: Int, _ store: TodoStore)
    async throws(StoreError)
  {
    guard choice > 2 else { return try await store.leaveList(list.id) }
    let order = TodoRow.Order(list.order, in: store.zone)
    // In the order on the page, on which the stories of known seeds depend.
    let rows = try await store.allTodos(in: list.id).map { todo in
      TodoRow(
        id: todo.id, listID: todo.listID, content: todo.content, priority: todo.priority,
        due: todo.due, position: todo.position, createdAt: todo.createdAt)
    }
    if let todo = chances.pick(rows.sorted { $0.precedes($1, by: order) }) {
      try await store.assign(todo.id, to: chances.pick(users + [""]))
    }
  }

  /// While a computer sends, a list's owner changes or removes a role, without a computer that knows of it.
  func perhapsWithdrawRole() {
    guard isSharing, chances.happens(4), let owner = chances.pick(users) else { return }
    let members = server.records(of: owner).filter { $0.key.kind == .member }
      .sorted { $0.key.id.precedesExactly($1.key.id) }
    guard let (key, fields) = chances.pick(members), case .string(let list)? = fields["listID"]
    else { return }
    var changed: RecordFields?
    if chances.happens(50) {
      let role = fields["role"] == .string("reader") ? ListRole.writer : .reader
      changed = fields.merging(["role": .string(role.rawValue)]) { $1 }
    }
    log.add("meanwhile the role \(key.id) \(changed == nil ? "goes" : "changes")")
    server.write(key, changed, of: owner, list: ListID(rawValue: list))
  }

  /// Every owner makes all members writers, so that changes that lacked the role can be sent.
  func letEverybodyWrite() async throws {
    log.add("everybody may write")
    mayEverybodyWrite = true
    for user in users {
      guard let computer = computers.first(where: { $0.user == user }) else { continue }
      for list in try await computer.store.lists() where list.account == computer.account.id {
        for member in try await computer.store.members(of: list.id) {
          try await computer.store.setMember(member.user, of: list.id, as: .writer)
        }
      }
    }
  }

  /// The records whose changes stay unsent for good. They were refused and nobody retries; or the user may only read
  /// the list; or its owner has deleted it; or the record is in another list by now; or the invited person has blocked
  /// the user.
  func stuck(_ account: Account, on computer: Computer) async throws -> Set<RecordKey> {
    try await quarantined(account, on: computer).union(unwelcome(account, on: computer))
      .union(listsThatWait(account, on: computer))
  }

  /// Whether the server refuses everything about another person's list, because it lost the user's acceptance and
  /// refused to accept it again.
  func isKeptOut(_ account: Account, on computer: Computer) async throws -> Bool {
    guard let share = account.share else { return false }
    let answers = QuarantinedAnswers(try await quarantined(computer.account, on: computer))
    return answers.concern(share.list, of: share.owner)
      && cast.role(of: computer.user, in: share.list, of: share.owner) == nil
  }

  /// The quarantined records, and the to-dos that wait for a quarantined list.
  private func quarantined(_ account: Account, on computer: Computer) async throws -> Set<RecordKey>
  {
    let lines = try await computer.store.column(
      """
      SELECT kind || ' ' || record FROM syncRetry
          WHERE account = '\(account.id.rawValue)' AND record <> ''
        UNION SELECT 'todo ' || outbox.record FROM outbox JOIN todo ON todo.id = outbox.record
          JOIN syncRetry ON syncRetry.kind = 'list' AND syncRetry.record = todo.listID
            AND syncRetry.account = outbox.account
          WHERE outbox.account = '\(account.id.rawValue)' AND outbox.kind = 'todo'
      """)
    return Set(
      lines.compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = RecordKind(rawValue: parts[0]) else { return nil }
        return RecordKey(kind: kind, id: parts[1])
      })
  }

  /// The lists whose deletion waits for a to-do that was moved out of them and cannot be sent to its new place.
  private func listsThatWait(_ account: Account, on computer: Computer) async throws
    -> Set<RecordKey>
  {
    var stuck: Set<RecordKey> = []
    for other in try await computer.syncAccounts() {
      stuck.formUnion(try await quarantined(other, on: computer))
    }
    let waiting = Set(try await computer.store.pendingRecords(of: account.id))
    var lists: Set<RecordKey> = []
    for key in stuck.intersection(waiting) where key.kind == .todo {
      guard let fields = try await computer.store.syncBase(for: key, of: account.id)?.fields,
        let list = Cast.list(of: key, fields)
      else { continue }
      lists.insert(RecordKey(kind: .list, id: list.rawValue))
    }
    return lists.intersection(waiting)
  }

  private func unwelcome(_ account: Account, on computer: Computer) async throws -> Set<RecordKey> {
    let waiting = Set(try await computer.store.pendingRecords(of: account.id))
    guard let share = account.share else {
      let blocking = users.filter { cast.consent(of: $0, to: computer.user, nil) == .blocked }
      return waiting.filter { key in
        key.kind == .member && blocking.contains { key.id.hasSuffix(":" + $0) }
      }
    }
    let present = server.records(of: share.owner)
    let list = RecordKey(kind: .list, id: share.list.rawValue)
    if present[list] == nil {
      // The list stays on the computer as long as it contains anything.
      let todos = waiting.filter { $0.kind == .todo }
      return todos.isEmpty ? [] : todos.union([list])
    }
    if cast.role(of: computer.user, in: share.list, of: share.owner) != .writer {
      return waiting.filter { $0.kind == .todo }
    }
    return waiting.filter { key in
      guard case .string(let list)? = present[key]?["listID"] else { return false }
      return list != share.list.rawValue
    }
  }
}
