import Core
import Sync
import TestSupport
import XCTest

/// Lists that several people work on, from the store of one to the store of the other, judged by the
/// rules as delivered.
final class SharingOnEmulatorTests: XCTestCase {
  private struct Pair {
    let emulator: FirestoreEmulator
    let ann: Participant
    let bob: Participant
    let list: TodoList
  }

  /// Ann has a list with one to-do and invites Bob.
  private func pair(role: ListRole) async throws -> Pair {
    let emulator = try await emulator()
    let ann = try await Participant("ann", emulator)
    let bob = try await Participant("bob", emulator)
    let list = try await ann.store.addList(named: "Party")
    try await ann.add("Cake", to: list.id)
    try await ann.store.addList(named: "Secret")
    try await ann.store.setMember("bob", of: list.id, as: role)
    try await finished(ann.sync())
    try await finished(bob.sync())
    try await bob.acceptAll()
    try await finished(bob.sync())
    return Pair(emulator: emulator, ann: ann, bob: bob, list: list)
  }

  private func finished(
    _ outcomes: [AccountID: SyncOutcome], line: UInt = #line
  ) throws {
    for (account, outcome) in outcomes {
      XCTAssertEqual(outcome.end, .finished, account.rawValue, line: line)
      XCTAssertEqual(outcome.refusals, [], account.rawValue, line: line)
    }
  }

  func testAMemberSeesTheListAndNoOther() async throws {
    let pair = try await pair(role: .reader)
    let names = try await pair.bob.store.lists().map(\.name)
    XCTAssertEqual(names, ["Party"])
    let contents = try await pair.bob.contents(of: pair.list.id)
    XCTAssertEqual(contents, ["Cake"])
    let members = try await pair.bob.store.members(of: pair.list.id)
    XCTAssertEqual(members.map(\.user), ["bob"])
    let shares = try await pair.bob.shares()
    XCTAssertEqual(shares, [Account.Share(owner: "ann", list: pair.list.id, role: .reader)])
  }

  /// The server tells nobody but its owner that a document is not there; the user's memberships are known all the
  /// same, those that it lost too.
  func testMembershipsAreReadByName() async throws {
    let pair = try await pair(role: .reader)
    let settings = try FirestoreSettings(
      project: pair.emulator.project, host: pair.emulator.host, user: "bob")
    let backend = FirestoreBackend(
      settings: settings, transport: SoupTransport(), timeout: .seconds(20))
    let keys = [pair.list.id.rawValue + ":bob", "none:bob", pair.list.id.rawValue + ":ann"].map {
      RecordKey.membership(owner: "ann", member: $0)
    }
    let records = try await backend.fetch(keys)
    XCTAssertEqual(records.map(\.key), keys)
    XCTAssertEqual(records.map { $0.fields != nil }, [true, false, false])
    XCTAssertEqual(records.map { $0.state == .absent }, [false, true, true])
    try await pair.emulator.erase("users/ann/members/" + (keys[0].sharedBy?.member ?? ""))
    let lost = try await backend.fetch(keys)
    XCTAssertEqual(lost.map { $0.state == .absent }, [true, true, true])
    // The list itself is refused in this round.
    try await pair.bob.sync()
    let shares = try await pair.bob.shares()
    XCTAssertEqual(shares, [])
  }

  func testWritersWorkTogether() async throws {
    let pair = try await pair(role: .writer)
    let cake = try await pair.bob.store.sections(of: .list(pair.list.id)).open[0]
    try await pair.bob.store.setDone(cake.id, true)
    try await pair.bob.add("Candles", to: pair.list.id)
    try await pair.ann.store.assign(cake.id, to: "bob")
    try await finished(pair.bob.sync())
    try await finished(pair.ann.sync())
    try await finished(pair.bob.sync())
    for person in [pair.ann, pair.bob] {
      let todo = try await person.store.todo(cake.id)
      XCTAssertEqual(todo?.isDone, true, person.user)
      XCTAssertEqual(todo?.assignee, "bob", person.user)
      let contents = try await person.contents(of: pair.list.id)
      XCTAssertEqual(contents, ["Candles", "Cake"], person.user)
      let waiting = try await person.waiting()
      XCTAssertEqual(waiting, 0, person.user)
    }
    let mine = try await pair.bob.store.sections(of: .assignedToMe)
    XCTAssertEqual(mine.done.map(\.content), ["Cake"])
    let annas = try await pair.ann.store.sections(of: .assignedToMe)
    XCTAssertEqual(annas.done, [])
  }

  func testADeletionReachesTheOthers() async throws {
    let pair = try await pair(role: .writer)
    let cake = try await pair.ann.store.sections(of: .list(pair.list.id)).open[0]
    _ = try await pair.ann.store.delete(cake.id)
    let candles = try await pair.bob.add("Candles", to: pair.list.id)
    try await finished(pair.ann.sync())
    try await finished(pair.bob.sync())
    var contents = try await pair.bob.contents(of: pair.list.id)
    XCTAssertEqual(contents, ["Candles"])
    try await finished(pair.ann.sync())
    _ = try await pair.bob.store.delete(candles.id)
    try await finished(pair.bob.sync())
    try await finished(pair.ann.sync())
    contents = try await pair.ann.contents(of: pair.list.id)
    XCTAssertEqual(contents, [])
  }

  /// It leaves the list without a tombstone, and nobody who takes part polls meanwhile. The live query itself tells of
  /// what was changed a short time ago only; that the list is sent after it tells of the rest.
  func testATodoThatItsOwnerMovesLeavesTheOthersAtOnce() async throws {
    let pair = try await pair(role: .reader)
    var schedulers: [SyncScheduler] = []
    var watched: [Account.Share?: LiveUpdates.Member] = [:]
    for account in try await pair.bob.store.syncAccounts() {
      let engine = pair.bob.engine(of: account)
      let scheduler = SyncScheduler(engine: engine) { XCTFail("\($0)") }
      schedulers.append(scheduler)
      watched[account.share] = .init(
        engine: engine, scheduler: scheduler, share: account.share)
    }
    let own = try XCTUnwrap(watched.removeValue(forKey: nil))
    let live = LiveUpdates(own, shares: Array(watched.values))
    // An edit shows that the connection is there.
    let cake = try await pair.ann.store.sections(of: .list(pair.list.id)).open[0]
    try await pair.ann.store.edit(cake.id) { $0.content = "Pie" }
    try await finished(pair.ann.sync())
    let isConnected = try await eventually {
      try await pair.bob.contents(of: pair.list.id) == ["Pie"]
    }
    XCTAssertTrue(isConnected)
    let secret = try await pair.ann.list(named: "Secret")
    try await pair.ann.store.move([cake.id], to: XCTUnwrap(secret).id)
    try await finished(pair.ann.sync(pull: false))
    let waiting = try await pair.ann.waiting()
    XCTAssertEqual(waiting, 1, "the list, which is sent after it")
    try await finished(pair.ann.sync(pull: false))
    let isGone = try await eventually { try await pair.bob.contents(of: pair.list.id) == [] }
    XCTAssertTrue(isGone)
    await live.stop()
    for scheduler in schedulers { await scheduler.stop() }
  }

  func testAReaderCannotWriteHere() async throws {
    let pair = try await pair(role: .reader)
    let cake = try await pair.bob.store.sections(of: .list(pair.list.id)).open[0]
    let store = pair.bob.store
    await assertThrows(StoreError.notAllowed) { try await pair.bob.add("x", to: pair.list.id) }
    await assertThrows(StoreError.notAllowed) { try await store.setDone(cake.id, true) }
    await assertThrows(StoreError.notAllowed) { _ = try await store.delete(cake.id) }
    await assertThrows(StoreError.notAllowed) { try await store.deleteList(pair.list.id) }
    await assertThrows(StoreError.notAllowed) {
      try await store.renameList(pair.list.id, to: "Mine")
    }
    await assertThrows(StoreError.notAllowed) {
      try await store.setMember("eve", of: pair.list.id, as: .reader)
    }
    let waiting = try await pair.bob.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testARoleTakenWhileChangesWaitIsToldAndLosesNothing() async throws {
    let pair = try await pair(role: .writer)
    try await pair.bob.add("Candles", to: pair.list.id)
    try await pair.ann.store.setMember("bob", of: pair.list.id, as: .reader)
    try await finished(pair.ann.sync())
    try await pair.bob.sync()
    let shares = try await pair.bob.shares()
    XCTAssertEqual(shares.map(\.role), [.reader])
    let contents = try await pair.bob.contents(of: pair.list.id)
    XCTAssertEqual(Set(contents), ["Cake", "Candles"])
    let waiting = try await pair.bob.waiting()
    XCTAssertEqual(waiting, 1)
    // Given back, it is sent.
    try await pair.ann.store.setMember("bob", of: pair.list.id, as: .writer)
    try await finished(pair.ann.sync())
    try await pair.bob.sync()
    try await finished(pair.bob.sync())
    let left = try await pair.bob.waiting()
    XCTAssertEqual(left, 0)
    try await finished(pair.ann.sync())
    let annas = try await pair.ann.contents(of: pair.list.id)
    XCTAssertEqual(Set(annas), ["Cake", "Candles"])
  }

  func testARemovedMemberKeepsCopiesOfWhatWaits() async throws {
    let pair = try await pair(role: .writer)
    let own = try await pair.bob.store.addList(named: "Mine")
    try await pair.bob.add("Own", to: own.id)
    try await pair.bob.add("Candles", to: pair.list.id)
    try await pair.ann.store.removeMember("bob", of: pair.list.id)
    try await finished(pair.ann.sync())
    let revocations = pair.bob.store.revocations()
    try await pair.bob.sync()
    let shares = try await pair.bob.shares()
    XCTAssertEqual(shares, [])
    let names = try await pair.bob.store.lists().map(\.name)
    XCTAssertEqual(names, ["Mine"])
    let trash = try await pair.bob.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Candles"])
    XCTAssertEqual(trash.map(\.reason), [.unshared])
    for await told in revocations {
      XCTAssertEqual(told.map(\.list), ["Party"])
      XCTAssertEqual(told.map(\.keptCount), [1])
      break
    }
    let waiting = try await pair.bob.waiting()
    XCTAssertEqual(waiting, 0)
    let annas = try await pair.ann.contents(of: pair.list.id)
    XCTAssertEqual(annas, ["Cake"])
  }

  func testAMemberLeavesAndIsInvitedAgain() async throws {
    let pair = try await pair(role: .writer)
    try await pair.bob.store.leaveList(pair.list.id)
    try await pair.bob.sync()
    try await pair.bob.sync()
    var names = try await pair.bob.store.lists().map(\.name)
    XCTAssertEqual(names, [])
    try await finished(pair.ann.sync())
    let members = try await pair.ann.store.members(of: pair.list.id)
    XCTAssertEqual(members, [])
    try await pair.ann.store.setMember("bob", of: pair.list.id, as: .reader)
    try await finished(pair.ann.sync())
    try await finished(pair.bob.sync())
    names = try await pair.bob.store.lists().map(\.name)
    XCTAssertEqual(names, [], "an answer to an earlier invitation is none to this one")
    try await pair.bob.acceptAll()
    try await finished(pair.bob.sync())
    names = try await pair.bob.store.lists().map(\.name)
    XCTAssertEqual(names, ["Party"])
    let contents = try await pair.bob.contents(of: pair.list.id)
    XCTAssertEqual(contents, ["Cake"])
  }

  func testADeletedListGoesFromItsMembers() async throws {
    let pair = try await pair(role: .writer)
    try await pair.bob.add("Candles", to: pair.list.id)
    try await pair.ann.store.deleteList(pair.list.id)
    try await finished(pair.ann.sync())
    try await pair.bob.sync()
    try await pair.bob.sync()
    let names = try await pair.bob.store.lists().map(\.name)
    XCTAssertEqual(names, [])
    // What was added without knowing of the deletion is not lost.
    try await pair.ann.sync()
    let annas = try await pair.ann.store.lists().map(\.name)
    let trash = try await pair.bob.store.trash().map(\.title)
    XCTAssertTrue(annas.contains("Party") || trash.contains("Candles"), "\(annas) \(trash)")
  }

  private func assertThrows<E: Error & Equatable, T>(
    _ expected: E, line: UInt = #line, _ body: () async throws -> T
  ) async {
    do {
      _ = try await body()
      XCTFail("nothing was thrown", line: line)
    } catch {
      XCTAssertEqual(error as? E, expected, line: line)
    }
  }
}
