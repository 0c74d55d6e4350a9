import Core
import TestSupport

// What the server refuses for a while, while others go on with it: what is held back then, and what becomes of it.

extension SimulationRun {
  /// One of the things that somebody does to a record which the server refuses.
  func refuseInTime() async throws {
    switch chances.number(0..<3) {
    case 0: try await renameListAfterItsLoss()
    case 1: try await renameListAfterItsDeletion()
    default: try await deleteTwice()
    }
  }

  /// The server loses the first list. Who has heard of that gives it another name before it is there again.
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
    try await lose(key, of: tree(of: account))
    try await renameLostList(key, on: computer)
  }

  /// Somebody gives a list another name that another device has just deleted, and the server does not take the name.
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

  /// Two devices delete one list. The server refuses the first time.
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

  /// Somebody who has heard that the server lost a list gives it another name before it is there again.
  func renameLostList() async throws {
    let lists = lostKeys.filter { $0.kind == .list }.sorted { $0.id.precedesExactly($1.id) }
    // That of a first list is one that other devices may have made too.
    let firstLists = lists.filter { $0.id.hasPrefix("first") }
    guard let key = chances.pick(firstLists.isEmpty ? lists : firstLists),
      let computer = chances.pick(computers), !computer.isBusy
    else { return }
    try await renameLostList(key, on: computer)
  }

  private func renameLostList(_ key: RecordKey, on computer: Computer) async throws {
    log.add("the lost list \(key.id) gets another name")
    refuse(key)
    await syncCalmly(computer)
    await attempt(on: computer) { store, records in
      guard records[key] != nil else { return }
      try await store.renameList(ListID(rawValue: key.id), to: self.unique("name"))
    }
  }

  // MARK: Parts

  private func refuse(_ key: RecordKey) {
    server.refuse(key, with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    refused.insert(key)
  }

  private func ownAccounts(of computer: Computer) async throws -> [Account] {
    try await computer.syncAccounts().filter { $0.share == nil }
  }

  private static func firstList(of account: Account) -> RecordKey {
    RecordKey(kind: .list, id: ListID.first(of: account.id).rawValue)
  }
}
