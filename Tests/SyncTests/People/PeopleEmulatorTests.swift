import Basics
import Core
import Foundation
import Sync
import TestSupport
import XCTest

/// Reading people and lists, and writing the own profile, against the official emulator under the
/// rules that the application is delivered with.
final class PeopleEmulatorTests: XCTestCase {
  private func access(_ emulator: FirestoreEmulator, user: String = "ann") throws
    -> FirestoreAccount.Access
  {
    try PeopleFixture.access(emulator.host, user: user, transport: SoupTransport(connections: 6))
  }

  private func account(_ emulator: FirestoreEmulator, user: String = "ann") throws -> AccountID {
    try PeopleFixture.account(emulator.host, user: user)
  }

  private func text(_ text: String) -> [String: Any] { PeopleFixture.text(text) }

  private func flag(_ flag: Bool) -> [String: Any] { PeopleFixture.flag(flag) }

  // MARK: People

  func testTwoAndAHalfThousandPeople() async throws {
    let emulator = try await emulator()
    var documents: [String: [String: Any]] = [:]
    for number in 0..<2500 {
      var fields: [String: Any] = [
        "username": text("u\(number)"), "fullname": text("Person \(10_000 - number)"),
        "profileImageUrl": text("https://example.org/\(number).png"),
        "secret": text(String(repeating: "x", count: 100)),
      ]
      if number % 100 == 7 { fields = ["username": ["integerValue": "1"]] }
      if number % 100 == 8 { fields = ["other": text("x")] }
      documents["users/id \(number)"] = fields.merging(["findable": flag(true)]) { $1 }
    }
    documents["users/id 1/lists/l"] = ["name": text("not a person")]
    try await emulator.write(documents)
    let answers = try await FirestorePeople(access: access(emulator)).answers(account(emulator))
    XCTAssertEqual(answers.map(\.isComplete), [false, false, true])
    let last = try XCTUnwrap(answers.last)
    XCTAssertEqual(last.value.count, 2450)
    XCTAssertEqual(last.skipped, 50)
    XCTAssertEqual(Set(last.value.map(\.id)).count, 2450)
    let names = last.value.map(\.fullname)
    XCTAssertEqual(names, names.sorted())
    let somebody = last.value.first { $0.id == "id 42" }
    XCTAssertEqual(
      somebody,
      Person(
        id: "id 42", username: "u42", fullname: "Person 9958",
        pictureURL: "https://example.org/42.png", isFindable: true))
    let age = abs(Timestamp(Date()).milliseconds - last.readAt.milliseconds)
    XCTAssertLessThan(age, 60_000)
  }

  func testNobody() async throws {
    let emulator = try await emulator()
    let answers = try await FirestorePeople(access: access(emulator)).answers(account(emulator))
    XCTAssertEqual(answers.map(\.value), [[]])
  }

  // MARK: Lists

  private func list(_ name: String, _ position: String, id: String) -> [String: Any] {
    [
      "id": text(id), "name": text(name), "position": text(position), "deleted": flag(false),
    ]
  }

  private func todo(_ list: String, done: Bool = false, deleted: Bool = false) -> [String: Any] {
    [
      "listID": text(list), "content": text("x"), "done": flag(done), "deleted": flag(deleted),
    ]
  }

  private func member(_ list: String, _ user: String, _ role: String, deleted: Bool = false)
    -> [String: Any]
  {
    [
      "id": text(list + ":" + user), "listID": text(list), "user": text(user), "role": text(role),
      "deleted": flag(deleted),
    ]
  }

  private func consent(_ user: String, _ list: String, _ choice: String = "accepted")
    -> [String: Any]
  {
    [
      "id": text(user + ":" + list), "deleted": flag(false), "user": text(user),
      "listID": text(list), "choice": text(choice),
    ]
  }

  func testTheListsOfTheUserAndOfOthers() async throws {
    let emulator = try await emulator()
    try await emulator.write([
      "users/ann/lists/1": list("Second", "b", id: "1"),
      "users/ann/lists/2": list("First", "a", id: "2"),
      "users/ann/lists/3": ["id": text("3"), "deleted": flag(true)],
      "users/ann/lists/4": ["id": text("4"), "name": ["integerValue": "4"]],
      "users/ann/todos/1": todo("1"), "users/ann/todos/2": todo("1"),
      "users/ann/todos/3": todo("1", done: true),
      "users/ann/todos/4": todo("1", deleted: true), "users/ann/todos/5": todo("2"),
      "users/ann/members/1:bob": member("1", "bob", "reader"),
      "users/bob/lists/5": list("Bob's", "c", id: "5"),
      "users/bob/lists/6": list("Not hers", "a", id: "6"),
      "users/bob/members/5:ann": member("5", "ann", "writer"),
      "users/bob/members/6:ann": member("6", "ann", "reader", deleted: true),
      // Invitations that nobody has accepted are no lists, however many there are.
      "users/eve/members/10:ann": member("10", "ann", "writer"),
      "users/eve/lists/10": list("Advertisement", "a", id: "10"),
      "users/ann/consents/bob:5": consent("bob", "5"),
      "users/ann/consents/eve:7": consent("eve", "7"),
      "users/ann/consents/eve:8": consent("eve", "8"),
      "users/ann/consents/eve:10": consent("eve", "10", "declined"),
      "users/bob/todos/1": todo("5"), "users/bob/todos/2": todo("6"),
      "users/eve/lists/7": list("Eve's", "b", id: "7"),
      "users/eve/members/7:ann": member("7", "ann", "reader"),
      // A part in a list that is gone, one in a list of an unknown role, and one of a wrong name.
      "users/eve/members/8:ann": member("8", "ann", "reader"),
      "users/eve/members/9:ann": member("9", "ann", "owner"),
      "users/eve/members/odd": member("7", "ann", "writer"),
    ])
    let answers = try await FirestoreCatalogue(access: access(emulator)).answers(
      account(emulator))
    XCTAssertEqual(answers.map(\.isComplete), [false, true])
    let last = try XCTUnwrap(answers.last)
    XCTAssertEqual(
      last.value,
      [
        CatalogueEntry(
          id: ListID(rawValue: "2"), name: "First", owner: "ann", role: nil, openCount: 1),
        CatalogueEntry(
          id: ListID(rawValue: "1"), name: "Second", owner: "ann", role: nil, openCount: 2),
        CatalogueEntry(
          id: ListID(rawValue: "7"), name: "Eve's", owner: "eve", role: .reader, openCount: 0),
        CatalogueEntry(
          id: ListID(rawValue: "5"), name: "Bob's", owner: "bob", role: .writer, openCount: 1),
      ])
    XCTAssertEqual(answers.first?.value.map(\.openCount), [nil, nil, nil, nil])
    // The broken list, the unknown role and the wrong name.
    XCTAssertEqual(last.skipped, 3)
  }

  func testAListThatMayNotBeReadDoesNotHideOthers() async throws {
    let emulator = try await emulator()
    try await emulator.setRules(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /users/{user}/lists/{id} { allow read: if user == 'ann' || id == '5'; }
          match /{path=**}/members/{id} { allow list: if true; }
          match /users/ann/consents/{id} { allow list: if true; }
        }
      }
      """)
    try await emulator.write([
      "users/ann/lists/1": list("Hers", "a", id: "1"),
      "users/bob/lists/5": list("Shown", "a", id: "5"),
      "users/bob/lists/6": list("Hidden", "b", id: "6"),
      "users/bob/members/5:ann": member("5", "ann", "writer"),
      "users/bob/members/6:ann": member("6", "ann", "writer"),
      "users/ann/consents/bob:5": consent("bob", "5"),
      "users/ann/consents/bob:6": consent("bob", "6"),
    ])
    let answers = try await FirestoreCatalogue(access: access(emulator)).answers(
      account(emulator))
    let last = try XCTUnwrap(answers.last)
    XCTAssertEqual(last.value.map(\.name), ["Hers", "Shown"])
    XCTAssertEqual(last.skipped, 1)
    // Nobody may count here.
    XCTAssertEqual(last.value.map(\.openCount), [nil, nil])
  }

  // MARK: The own profile

  func testAProfileIsWrittenAndTheRestOfTheDocumentStays() async throws {
    let emulator = try await emulator()
    try await emulator.write(["users/ann": ["language": text("ko"), "username": text("old")]])
    let profile = try FirestoreProfile(access: access(emulator))
    let account = try account(emulator)
    let person = Person(
      id: "ann", username: "ann", fullname: "Ann Lee", pictureURL: "https://example.org/a.png")
    let moment = try await profile.write(person, Person.allFields, of: account)
    XCTAssertLessThan(abs(Timestamp(Date()).milliseconds - moment.milliseconds), 60_000)
    let stored = try await emulator.document("users/ann")
    XCTAssertEqual(
      stored,
      [
        "language": "stringValue:ko", "username": "stringValue:ann",
        "fullname": "stringValue:Ann Lee", "findable": "booleanValue:0",
        "profileImageUrl": "stringValue:https://example.org/a.png",
      ])
    _ = try await profile.write(
      Person(id: "ann", username: "ann", fullname: ""), Person.allFields, of: account)
    let later = try await emulator.document("users/ann")
    XCTAssertEqual(
      later,
      [
        "language": "stringValue:ko", "username": "stringValue:ann", "fullname": "stringValue:",
        "findable": "booleanValue:0",
      ])
  }

  func testAProfileIsMadeIfThereIsNone() async throws {
    let emulator = try await emulator()
    let profile = try FirestoreProfile(access: access(emulator))
    let person = Person(id: "ann", username: "ann", fullname: "Ann", isFindable: true)
    _ = try await profile.write(person, Person.allFields, of: account(emulator))
    let people = try await FirestorePeople(access: access(emulator)).answers(account(emulator))
    XCTAssertEqual(people.last?.value, [person])
  }

  func testAnotherPersonsProfileIsRefused() async throws {
    let emulator = try await emulator()
    let profile = try FirestoreProfile(access: access(emulator))
    let account = try account(emulator)
    let error = await errorThrown(SyncError.self) {
      try await profile.write(
        Person(id: "bob", username: "b", fullname: ""), Person.allFields, of: account)
    }
    guard case .rejected(403, _)? = error else { return XCTFail("\(String(describing: error))") }
  }

  func testTheWholeWayFromAChangeToTheNextReading() async throws {
    let emulator = try await emulator()
    try await emulator.write([
      "users/ann": ["username": text("ann")],
      "users/bob": ["username": text("bob"), "findable": flag(true)],
    ])
    let account = try account(emulator)
    let repository = PeopleRepository(cachePath: nil, access: try access(emulator))
    let first = try await repository.people.answers(account)
    XCTAssertEqual(first.last?.value.map(\.name), ["ann", "bob"])
    let changed = Person(id: "ann", username: "ann", fullname: "Zoe")
    try await repository.profile.save(changed, changing: [.fullname], of: account)
    // Another computer changes the rest.
    try await emulator.write([
      "users/ann": ["username": text("ann"), "profileImageUrl": text("https://x.org/a.png")]
    ])
    let waiting = try await repository.people.answers(account)
    XCTAssertEqual(waiting.map { $0.value.map(\.name) }, [["bob", "Zoe"], ["bob", "Zoe"]])
    let sending = await repository.profile.sendPending(of: account)
    XCTAssertEqual(sending, .sent)
    let after = try await repository.people.answers(account)
    XCTAssertEqual(after.map { $0.value.map(\.name) }, [["bob", "Zoe"], ["bob", "Zoe"]])
    let stored = try await emulator.document("users/ann")
    XCTAssertEqual(stored?["fullname"], "stringValue:Zoe")
    XCTAssertEqual(stored?["profileImageUrl"], "stringValue:https://x.org/a.png")
    await repository.forget(account)
    let own = await repository.profile.profile(of: account)
    XCTAssertNil(own)
  }
}
