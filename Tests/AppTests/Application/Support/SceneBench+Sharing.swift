import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

extension SceneBench {
  /// Takes part in a list of another person, as the servers tell it.
  @discardableResult
  func join(
    _ id: String, named name: String, of owner: String, as role: ListRole, _ account: Account,
    todos: [String] = []
  ) async throws -> TodoList {
    let list = ListID(rawValue: id)
    let now = time.now()
    let member = ListMember(
      account: account.id, list: list, user: account.user, role: role, createdAt: now,
      modifiedAt: now)
    let consent = Consent(
      account: account.id, user: owner, list: list, choice: .accepted, createdAt: now,
      modifiedAt: now)
    try await store.apply(
      [
        RemoteRecord(
          key: RecordKey(kind: .consent, id: consent.id), state: .live(consent.fields),
          version: RecordVersion(tag: "v-\(role)-\(now.milliseconds)")),
        RemoteRecord(
          key: .membership(owner: owner, member: member.id), state: .live(member.fields),
          version: RecordVersion(tag: "v-\(role)")),
      ], from: account.id)
    let share = account.sharing(.init(owner: owner, list: list, role: role))
    let shared = TodoList(
      id: list, account: share.id, name: name, position: PositionKey.initial(at: now),
      createdAt: now, modifiedAt: now)
    let version = RecordVersion(tag: "v1")
    var records = [
      RemoteRecord(
        key: RecordKey(kind: .list, id: id), state: .live(shared.fields), version: version),
      RemoteRecord(
        key: RecordKey(kind: .member, id: member.id), state: .live(member.fields),
        version: version),
    ]
    for (number, title) in todos.enumerated() {
      let todo = Todo(
        id: TodoID(rawValue: "\(id)-\(number)"), listID: list, content: title,
        position: PositionKey.initial(
          at: Timestamp(milliseconds: now.milliseconds + Int64(number))), createdAt: now,
        modifiedAt: now)
      records.append(RemoteRecord(key: todo.key, state: .live(todo.fields), version: version))
    }
    try await store.apply(records, from: share.id)
    return shared
  }

  /// Somebody invites the user into a list.
  func invite(_ id: String, named name: String, of owner: String, _ account: Account) async throws {
    let now = time.now()
    let member = ListMember(
      account: account.id, list: ListID(rawValue: id), user: account.user, role: .writer,
      listName: name.isEmpty ? nil : name, createdAt: now, modifiedAt: now)
    try await store.apply(
      [
        RemoteRecord(
          key: .membership(owner: owner, member: member.id), state: .live(member.fields),
          version: RecordVersion(tag: "v1"))
      ], from: account.id)
  }

  /// The owner ends that the user takes part.
  func endMembership(in id: String, of owner: String, _ account: Account) async throws {
    let member = ListMember.id(of: account.user, in: ListID(rawValue: id))
    try await store.apply(
      [
        RemoteRecord(
          key: .membership(owner: owner, member: member), state: .deleted,
          version: RecordVersion(tag: "v-gone"))
      ], from: account.id)
  }

  /// A list that the server of an account has as it is here.
  func addSentList(_ name: String, _ account: Account) async throws -> TodoList {
    let list = try await store.addList(named: name, to: .account(account.id))
    try await execute("DELETE FROM outbox")
    return list
  }
}

extension CatalogueEntry {
  static func sample(
    _ id: String, _ name: String, owner: String = "ann", role: ListRole? = nil, open: Int? = 0
  ) -> CatalogueEntry {
    CatalogueEntry(id: ListID(rawValue: id), name: name, owner: owner, role: role, openCount: open)
  }
}
