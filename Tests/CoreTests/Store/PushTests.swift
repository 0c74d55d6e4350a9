import XCTest

@testable import Core

/// What happens to a change between the beginning of its upload and the answer.
final class PushTests: XCTestCase {
  func testAnEditDuringTheUploadSurvives() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    bench.clock.advance(by: 1)
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
    let sent = try await bench.store.beginPush(todo.key, of: account)
    bench.clock.advance(by: 1)
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Tea"))
    try await bench.store.acknowledge([sent], versions: [.numbered(2)])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Tea")
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .live(todo.key, try XCTUnwrap(sent.fields), 2))
    let next = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(
      next.operation,
      .update(["content": .string("Tea"), "modifiedAt": .timestamp(bench.clock.now)]))
    XCTAssertEqual(next.precondition, .version("v2"))
    XCTAssertGreaterThan(next.lastSequence, sent.lastSequence)
  }

  func testADeletionDuringTheUploadSurvives() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await bench.store.beginPush(todo.key, of: account)
    _ = try await bench.store.delete(todo.id)
    try await bench.store.acknowledge([sent], versions: [.numbered(1)])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    let next = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(next.operation, .delete)
    XCTAssertEqual(next.precondition, .version("v1"))
  }

  /// The server was read before the record arrived there.
  func testADeletionGoesBeforeWhatMayStillArrive() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([sent])
    try await bench.store.delete(todo.id)
    let absent = RemoteRecord(key: todo.key, state: .absent, version: nil, readAt: 1)
    try await bench.store.apply([absent], from: account)
    let next = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(next.operation, .delete)
    XCTAssertEqual(next.precondition, .absent)
    try await bench.store.acknowledge([next], versions: [.numbered(2)])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  /// The server, which keeps no tombstones, was read before the record arrived there.
  func testWhatArrivesAfterItsDeletionWasGivenUpIsDeleted() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await bench.store.beginPush(todo.key, of: account)
    _ = try await bench.store.delete(todo.id)
    try await bench.store.apply(
      [RemoteRecord(key: todo.key, state: .absent, version: nil)], from: account)
    let given = try await bench.store.beginPush([todo.key], of: account)
    XCTAssertEqual(given, [])
    try await bench.store.acknowledge([sent], versions: [.numbered(1)])
    let next = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(next.operation, .delete)
    XCTAssertEqual(next.precondition, .version("v1"))
  }

  /// The server went back to the state that was to be deleted after a newer one had been read.
  func testADeletionTakenAfterItWasGivenUpIsMadeGood() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.delete(todo.id)
    let sent = try await bench.store.beginPush(todo.key, of: account)
    let edited = todo.fields.changing(["content": .string("Tea")])
    try await bench.store.apply([.live(todo.key, edited, 5)], from: account)
    bench.clock.advance(by: 1_000)
    try await bench.store.acknowledge([sent], versions: [.numbered(7)])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Tea")
    let next = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(next.precondition, .version("v7"))
    guard case .create(let fields) = next.operation else { return XCTFail("\(next.operation)") }
    XCTAssertEqual(fields["content"], .string("Tea"))
    XCTAssertNotEqual(fields["createdAt"], todo.fields["createdAt"], "it is made anew")
  }

  func testAPersonWhoseRemovalWasTakenAfterAllTakesPartNoLonger() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setMember("ben", of: todo.listID, as: .writer)
    let member = try await bench.store.members(of: todo.listID)[0]
    let key = RecordKey(kind: .member, id: member.id)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    try await bench.store.removeMember("ben", of: todo.listID)
    let sent = try await bench.store.beginPush(key, of: account)
    let edited = member.fields.changing(["role": .string("reader")])
    try await bench.store.apply([.live(key, edited, 5)], from: account)
    let between = try await bench.store.members(of: todo.listID)
    XCTAssertEqual(between.map(\.role), [.reader])
    try await bench.store.acknowledge([sent], versions: [.numbered(7)])
    let members = try await bench.store.members(of: todo.listID)
    XCTAssertEqual(members, [])
  }

  /// Nothing was taken, but what was sent before and not answered may still arrive.
  func testWhatIsPostponedMayHaveArrivedBefore() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let first = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.postpone(first)
    var sent = try await bench.sent(todo.key, account)
    XCTAssertEqual(sent, [])
    let second = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertFalse(second.isSentAgain)
    try await bench.store.endPush([second])
    let third = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertTrue(third.isSentAgain)
    try await bench.store.postpone(third)
    sent = try await bench.sent(todo.key, account)
    XCTAssertEqual(sent, [try XCTUnwrap(second.fields)])
  }

  /// Those who take part get no tombstone of it. They are told of the list, and count what is in it.
  func testAListThatOthersTakePartInIsSentWhenAToDoHasLeftIt() async throws {
    for isShared in [false, true] {
      let (bench, account, todo) = try await Bench.agreed()
      let other = try await bench.store.addList(named: "Other")
      try await bench.store.renameList(todo.listID, to: "Home")
      if isShared { try await bench.store.setMember("ben", of: todo.listID, as: .reader) }
      try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
      try await bench.store.move([todo.id], to: other.id)
      let sent = try await bench.store.beginPush(todo.key, of: account)
      try await bench.store.acknowledge([sent], versions: [.numbered(3)])
      var keys = try await bench.store.waitingKeys(of: account)
      XCTAssertEqual(keys, isShared ? [todo.listKey] : [])
      guard isShared else { continue }
      let told = try await bench.store.beginPush(todo.listKey, of: account)
      try await bench.store.acknowledge([told], versions: [.numbered(4)])
      keys = try await bench.store.waitingKeys(of: account)
      XCTAssertEqual(keys, [], "once")
    }
  }

  func testItIsSentAlsoWhenTheAnswerWasLost() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let other = try await bench.store.addList(named: "Other")
    try await bench.store.renameList(todo.listID, to: "Home")
    try await bench.store.setMember("ben", of: todo.listID, as: .reader)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    try await bench.store.move([todo.id], to: other.id)
    let sent = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([sent])
    let fields = try XCTUnwrap(sent.fields)
    try await bench.store.apply([.live(todo.key, fields, 3)], from: account)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertTrue(keys.contains(todo.listKey), "\(keys)")
  }

  func testSeveralAreSentAndAcknowledgedAtOnce() async throws {
    let (bench, account) = try await Bench.connected()
    let first = try await bench.add("first")
    let second = try await bench.add("second")
    let keys = [first.listKey, first.key, second.key]
    let changes = try await bench.store.beginPush(keys, of: account)
    XCTAssertEqual(changes.map(\.key), keys)
    try await bench.store.acknowledge(changes, versions: (4...6).map { .numbered($0) })
    for (key, number) in zip(keys, Int64(4)...) {
      let base = try await bench.store.syncBase(for: key, of: account)
      XCTAssertEqual(base?.version, .numbered(number))
    }
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testWhatDoesNotWaitIsNotSent() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let changes = try await bench.store.beginPush(
      [todo.key, RecordKey(kind: .todo, id: "unknown")], of: account)
    XCTAssertEqual(changes, [])
  }

  func testADeletionOfWhatTheServerHasDeletedIsDoneWith() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    try await bench.store.restore(todo)
    _ = try await bench.store.delete(todo.id)
    let changes = try await bench.store.beginPush([todo.key], of: account)
    XCTAssertEqual(changes, [])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .tombstone(todo.key, 2))
  }

  /// The state that was sent may be on the server although it is not here any more: not sending would
  /// let it come back.
  func testAnEditTakenBackIsSentIfTheServerMayHaveIt() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setStarred(todo.id, true)
    let sent = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([sent])
    try await bench.store.setStarred(todo.id, false)
    let changes = try await bench.store.beginPush([todo.key], of: account)
    XCTAssertEqual(changes.count, 1)
    try await bench.store.apply([.live(todo.key, try XCTUnwrap(sent.fields))], from: account)
    let next = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(next.operation, .update(["priority": .integer(0)]))
    XCTAssertEqual(next.precondition, .version("v2"))
  }

  func testWhatWasSentIsRememberedUntilTheServerAnswers() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let first = try await bench.store.beginPush(todo.key, of: account)
    // The same again is one attempt.
    _ = try await bench.store.beginPush(todo.key, of: account)
    var sent = try await bench.sent(todo.key, account)
    XCTAssertEqual(sent, [try XCTUnwrap(first.fields)])
    try await bench.store.setDone(todo.id, true)
    let second = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([second])
    sent = try await bench.sent(todo.key, account)
    XCTAssertEqual(sent, [first.fields, second.fields])
    try await bench.store.acknowledge([second], versions: [.numbered(1)])
    sent = try await bench.sent(todo.key, account)
    XCTAssertEqual(sent, [])
  }

  func testWhatWasSentIsForgottenWhenTheServerWasRead() async throws {
    for state: RemoteRecord.State in [.live(MergeCase.sampleTodo.fields), .deleted] {
      let (bench, account, todo) = try await Bench.agreed()
      try await bench.store.setDone(todo.id, true)
      let change = try await bench.store.beginPush(todo.key, of: account)
      try await bench.store.endPush([change])
      try await bench.store.apply(
        [RemoteRecord(key: todo.key, state: state, version: .numbered(2))], from: account)
      let sent = try await bench.sent(todo.key, account)
      XCTAssertEqual(sent, [], "\(state)")
    }
  }

  func testOnlyTheLastAttemptsAreRemembered() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    for number in 1...20 {
      try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "\(number)"))
      _ = try await bench.store.beginPush(todo.key, of: account)
    }
    let sent = try await bench.sent(todo.key, account)
    XCTAssertEqual(sent.map { $0["content"] }, (13...20).map { .string("\($0)") })
  }

  /// A new to-do was sent, the answer was lost, and another device edited it before this one read it.
  func testACreationThatArrivedIsTheBaseOfWhatCameAfter() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([sent])
    bench.clock.advance(by: 1)
    try await bench.store.setDone(todo.id, true)
    let later = Timestamp(milliseconds: todo.modifiedAt.milliseconds + 1)
    let fields = todo.fields.changing([
      "notes": .string("from there"), "modifiedAt": .timestamp(later),
    ])
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.notes, "from there")
    XCTAssertEqual(stored?.isDone, true)
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
  }

  /// Another device wrote over what was sent, and that was read before the answer came.
  func testAnAnswerThatWasOvertakenDoesNotGoBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
    let sent = try await bench.store.beginPush(todo.key, of: account)
    let theirs = todo.fields.changing(["content": .string("Tea")])
    try await bench.store.apply([.live(todo.key, theirs, 6)], from: account)
    try await bench.store.acknowledge([sent], versions: [.numbered(5)])
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .live(todo.key, theirs, 6))
    let stored = try await bench.store.todo(todo.id)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(stored?.content, "Eggs")
    XCTAssertEqual(keys, [todo.key], "what differs from the server has to be sent")
  }

  /// A first attempt that nobody remembers arrived although the second one was refused for it: it is older
  /// than what is here, and must not replace it.
  func testAnEarlierStateThatArrivedLateDoesNotReplaceALaterOne() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("first")
    let first = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([first])
    try await bench.store.disconnect(account)
    try await bench.store.connect(try sampleAccount())
    bench.clock.advance(by: 1)
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "second"))
    let second = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([second])
    try await bench.store.apply([.live(todo.key, try XCTUnwrap(first.fields))], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "second")
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertTrue(keys.contains(todo.key))
  }
}
