import TestSupport
import XCTest

@testable import Core

/// A list of another person that is left, taken away, deleted and shared again.
final class FormerShareTests: XCTestCase {
  /// Ann takes part in Eve's list "Party", which holds "Cake".
  private struct Guest {
    let bench: Bench
    let root: AccountID
    let share: AccountID
    let list = RecordKey(kind: .list, id: "party")
    let party = ListID(rawValue: "party")
    let cakeID = TodoID(rawValue: "cake")
    let cake = RecordKey(kind: .todo, id: "cake")
    let own = RecordKey(kind: .member, id: "party:ann")
    let membership = RecordKey.membership(owner: "eve", member: "party:ann")
    let member: RecordFields

    var store: TodoStore { bench.store }

    init(role: ListRole) async throws {
      let account = try sampleAccount()
      bench = try Bench()
      root = account.id
      share = account.id.sharing(party, of: "eve")
      member =
        ListMember(
          account: account.id, list: party, user: "ann", role: role, createdAt: bench.clock.now,
          modifiedAt: bench.clock.now
        ).fields
      try await bench.store.connect(account)
      try await join(version: 1)
    }

    func join(version: Int64) async throws {
      let now = bench.clock.now
      let party = TodoList(
        id: self.party, account: nil, name: "Party", position: "a", createdAt: now, modifiedAt: now)
      let cake = Todo(
        id: cakeID, listID: self.party, content: "Cake", position: "a", createdAt: now,
        modifiedAt: now)
      try await store.apply([.accepted("party", of: "eve", version)], from: root)
      try await report(membership, member, version, to: root)
      try await report(list, party.fields, version, to: share)
      try await report(own, member, version, to: share)
      try await report(self.cake, cake.fields, version, to: share)
    }

    func part(version: Int64) async throws { try await report(membership, nil, version, to: root) }

    func report(
      _ key: RecordKey, _ fields: RecordFields?, _ version: Int64, to account: AccountID
    ) async throws {
      let record = RemoteRecord(
        key: key, state: fields.map(RemoteRecord.State.live) ?? .deleted,
        version: RecordVersion(tag: "v\(version)", ordinal: version))
      try await store.apply([record], from: account)
    }

    func hidden() async throws -> [String] {
      try await store.column("SELECT list FROM hiddenList")
    }
  }

  // MARK: Leaving

  func testAListThatWasLeftIsSeenAfterANewInvitation() async throws {
    let guest = try await Guest(role: .writer)
    try await guest.store.leaveList(guest.party)
    let left = try await guest.hidden()
    XCTAssertEqual(left, ["party"])
    try await guest.part(version: 2)
    try await guest.join(version: 3)
    let hidden = try await guest.hidden()
    XCTAssertEqual(hidden, [])
  }

  func testAListIsSeenAgainWhenANewRoleBeatsTheLeaving() async throws {
    let guest = try await Guest(role: .writer)
    try await guest.store.leaveList(guest.party)
    let reader = guest.member.merging(["role": .string("reader")]) { $1 }
    try await guest.report(guest.own, reader, 2, to: guest.share)
    let hidden = try await guest.hidden()
    XCTAssertEqual(hidden, [])
    let members = try await guest.store.members(of: guest.party)
    XCTAssertEqual(members.map(\.role), [.reader])
  }

  func testAListThatTheUserHidesStaysHidden() async throws {
    let guest = try await Guest(role: .writer)
    try await guest.store.transaction { work in
      try work.db.run("INSERT INTO hiddenList (list) VALUES ('party')")
    }
    let reader = guest.member.merging(["role": .string("reader")]) { $1 }
    try await guest.report(guest.own, reader, 2, to: guest.share)
    let hidden = try await guest.hidden()
    XCTAssertEqual(hidden, ["party"])
  }

  // MARK: The trash

  func testWhatIsPutBackAfterARevocationIsTheUsersOwnAndInNobodysWay() async throws {
    let guest = try await Guest(role: .writer)
    let renamed = TodoDraft(id: guest.cakeID, listID: guest.party, content: "Big cake")
    try await guest.store.update(guest.cakeID, to: renamed)
    try await guest.part(version: 2)
    let trash = try await guest.store.trash()
    XCTAssertEqual(trash.map(\.reason), [.unshared])
    try await guest.store.restoreFromTrash(trash[0].id)
    let copies = try await guest.store.allRecords().filter { $0.key.kind == .todo }
    XCTAssertEqual(copies.values.map { $0["content"] }, [.string("Big cake")])
    XCTAssertNil(copies[guest.cake], "the name belongs to the owner's record")
    let lists = try await guest.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Party"])
    XCTAssertEqual(lists.map(\.account), [guest.root])
    XCTAssertNotEqual(lists[0].id, guest.party)

    try await guest.join(version: 3)
    let list = try await guest.store.lists().first { $0.id == guest.party }
    XCTAssertEqual(list?.account, guest.share)
    let todo = try await guest.store.todo(guest.cakeID)
    XCTAssertEqual(todo?.content, "Cake")
  }

  func testATreeThatIsPutBackAfterARevocationIsWholeAndAssignedToNobodyElse() async throws {
    let guest = try await Guest(role: .writer)
    let cream = TodoDraft(
      id: TodoID(rawValue: "cream"), listID: guest.party, content: "Cream", parent: guest.cakeID)
    try await guest.store.add(cream)
    try await guest.store.edit(guest.cakeID) { $0.assignee = "eve" }
    try await guest.store.delete(guest.cakeID)
    try await guest.part(version: 2)
    let trash = try await guest.store.trash()
    let item = try XCTUnwrap(trash.first { $0.title == "Cake" })
    try await guest.store.restoreFromTrash(item.id)
    let todos = try await guest.store.allTodos()
    let cake = try XCTUnwrap(todos.first { $0.content == "Cake" })
    XCTAssertNotEqual(cake.id, guest.cakeID)
    XCTAssertNil(cake.assignee)
    let parts = todos.filter { $0.content == "Cream" }
    XCTAssertEqual(parts.map(\.parent), [cake.id])
    XCTAssertEqual(parts.map(\.listID), [cake.listID])
  }

  func testUndoAfterARevocationIsInNobodysWay() async throws {
    let guest = try await Guest(role: .writer)
    let cake = try await guest.store.delete(guest.cakeID)
    try await guest.part(version: 2)
    try await guest.store.restore(cake)
    let records = try await guest.store.allRecords()
    XCTAssertNil(records[guest.cake])
    XCTAssertEqual(
      records.filter { $0.key.kind == .todo }.values.map { $0["content"] }, [.string("Cake")])
    try await guest.join(version: 3)
    let todo = try await guest.store.todo(guest.cakeID)
    XCTAssertEqual(todo?.account, guest.share)
  }

  func testAReaderCannotEditThroughTheTrash() async throws {
    let guest = try await Guest(role: .writer)
    _ = try await guest.store.delete(guest.cakeID)
    let reader = guest.member.merging(["role": .string("reader")]) { $1 }
    try await guest.report(guest.membership, reader, 2, to: guest.root)
    let item = try await guest.store.trash()[0]
    do {
      try await guest.store.restoreFromTrash(item.id)
      XCTFail("a reader wrote")
    } catch { XCTAssertEqual(error, .notAllowed) }
    let todo = try await guest.store.todo(guest.cakeID)
    XCTAssertNil(todo)
    let trash = try await guest.store.trash()
    XCTAssertEqual(trash, [item])
  }

  func testAReaderTakesNothingBackThatWasAddedBefore() async throws {
    let guest = try await Guest(role: .writer)
    let recorder = UndoRecorder()
    let store = guest.store.recording(in: recorder)
    let pie = TodoID(rawValue: "pie")
    try await store.add(TodoDraft(id: pie, listID: guest.party, content: "Pie"))
    let step = try XCTUnwrap(recorder.take().last)
    let reader = guest.member.merging(["role": .string("reader")]) { $1 }
    try await guest.report(guest.membership, reader, 2, to: guest.root)
    do {
      _ = try await store.undo(step)
      XCTFail("a reader deleted")
    } catch { XCTAssertEqual(error, .notAllowed) }
    let todo = try await guest.store.todo(pie)
    XCTAssertEqual(todo?.content, "Pie")
  }

  func testAKeptStepThatAReaderMayNotTakeBackIsForgotten() async throws {
    let guest = try await Guest(role: .writer)
    let recorder = UndoRecorder()
    let store = guest.store.recording(in: recorder)
    try await store.addList(named: "Mine")
    try await store.edit(guest.cakeID) { $0.content = "Big cake" }
    for step in recorder.take() { try await guest.store.keepUndoStep(step) }
    let reader = guest.member.merging(["role": .string("reader")]) { $1 }
    try await guest.report(guest.membership, reader, 2, to: guest.root)
    await assertFails(.notAllowed) { _ = try await guest.store.undoKeptStep() }
    let cake = try await guest.store.todo(guest.cakeID)
    XCTAssertEqual(cake?.content, "Big cake")
    let taken = try await guest.store.undoKeptStep()
    XCTAssertEqual(taken?.step.edits.map(\.title), ["Mine"])
    let lists = try await guest.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Party"])
    let none = try await guest.store.undoKeptStep()
    XCTAssertNil(none?.step)
  }

  // MARK: A list that its owner deleted

  func testAnEmptyListThatItsOwnerDeletedGoesThoughTheMembershipIsThere() async throws {
    let guest = try await Guest(role: .writer)
    try await guest.report(guest.cake, nil, 2, to: guest.share)
    try await guest.report(guest.list, nil, 3, to: guest.share)
    try await guest.store.reconcileLists(of: guest.share)
    let lists = try await guest.store.lists()
    XCTAssertEqual(lists, [])
    let waiting = try await guest.store.pendingRecords(of: guest.share)
    XCTAssertEqual(waiting, [])
  }

  func testAListWithATodoIsLeftToItsOwner() async throws {
    let guest = try await Guest(role: .writer)
    try await guest.report(guest.list, nil, 2, to: guest.share)
    try await guest.store.reconcileLists(of: guest.share)
    let lists = try await guest.store.lists()
    XCTAssertEqual(lists.map(\.id), [guest.party])
    let waiting = try await guest.store.pendingRecords(of: guest.share)
    XCTAssertEqual(waiting, [])
  }
}
