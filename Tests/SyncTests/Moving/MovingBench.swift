import Core
import Sync
import TestSupport
import XCTest

/// Somebody with two accounts at a simulated server, a list in each, and a to-do with a subtask in the first.
final class MovingBench {
  let server = SimulatedServer()
  let person: Participant
  let second: Account
  let home: TodoList
  let work: TodoList
  let milk = RecordKey(kind: .todo, id: "milk")
  let bottle = RecordKey(kind: .todo, id: "bottle")

  init() async throws {
    let server = server
    person = try await Self.person(server)
    second = try await Self.connectSecond(person)
    home = try await person.store.addList(named: "Home", to: .account(person.account.id))
    work = try await person.store.addList(named: "Work", to: .account(second.id))
    try await person.store.add(
      TodoDraft(
        id: TodoID(rawValue: milk.id), listID: home.id, content: "Milk", notes: "fresh",
        reminders: [Reminder(text: "DUE PT0S")], tags: ["shop"]))
    try await person.store.add(
      TodoDraft(
        id: TodoID(rawValue: bottle.id), listID: home.id, content: "Bottle",
        parent: TodoID(rawValue: milk.id)))
    try await person.sync()
  }

  private static func person(_ server: SimulatedServer) async throws -> Participant {
    try await Participant("ann") { SimulatedBackend(server, account: $0) }
  }

  private static func connectSecond(_ person: Participant) async throws -> Account {
    let account = Account(firestore: try FirestoreSettings(project: "p", user: "office"))
    try await person.store.connect(account, isAdopting: false)
    return account
  }

  /// Another computer of the same person, which has read everything.
  func otherComputer() async throws -> Participant {
    let other = try await Self.person(server)
    _ = try await Self.connectSecond(other)
    try await other.sync()
    return other
  }

  func move() async throws {
    try await person.store.move([TodoID(rawValue: milk.id)], to: work.id)
  }

  @discardableResult
  func sync(_ account: Account, pull: Bool = true) async -> SyncOutcome {
    await person.engine(of: account).syncOnce(pull: pull, wake: true)
  }

  /// What the first account's server has, by title.
  var first: [String] { titles("ann") }
  /// What the second account's server has.
  var other: [String] { titles("office") }

  private func titles(_ user: String) -> [String] {
    server.records(of: user).compactMap { key, fields in
      guard key.kind == .todo, case .string(let title)? = fields["content"] else { return nil }
      return title
    }.sorted()
  }

  func todo(_ key: RecordKey) async throws -> Todo {
    let todo = try await person.store.todo(TodoID(rawValue: key.id))
    return try XCTUnwrap(todo)
  }

  func waiting() async throws -> Int {
    try await person.store.syncSummaries().reduce(0) { $0 + $1.summary.waiting }
  }
}
