import Core
import Sync
import TestSupport
import XCTest

/// A to-do that one computer moves to another account while a second one moves or sends it, too (docs/decisions/0048).
final class MovesOnTwoComputersTests: XCTestCase {
  private let milk = TodoID(rawValue: "milk")

  /// Another computer moves it as well, after an edit that the first one does not know of.
  /// - Parameter isOldFirst: whether the first one reads that it is gone where it was before it reads where it is.
  private func movedTwice(
    _ bench: MovingBench, notes: String, isOldFirst: Bool = false
  ) async throws {
    let other = try await bench.otherComputer()
    try await bench.move()
    try await other.store.edit(milk) { $0.notes = notes }
    try await other.store.move([milk], to: bench.work.id)
    for _ in 0..<2 { try await other.sync() }
    if !isOldFirst { await bench.sync(bench.second) }
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
  }

  private func notes(_ bench: MovingBench) -> FieldValue? {
    bench.server.records(of: "office")[bench.milk]?["notes"]
  }

  private func listed(_ bench: MovingBench) async throws -> [RecordFields] {
    try await bench.person.store.recentConflicts().map(\.lost)
  }

  func testAnEditOfTheOtherComputerIsTaken() async throws {
    for isOldFirst in [false, true] {
      let bench = try await MovingBench()
      try await movedTwice(bench, notes: "sour", isOldFirst: isOldFirst)
      XCTAssertEqual(notes(bench), .string("sour"), "\(isOldFirst)")
      let listed = try await listed(bench)
      XCTAssertEqual(
        listed, [["notes": .string("fresh")]], "which of the two is newer nobody knows")
    }
  }

  func testWordsOfTheOtherComputerAreTakenWhereNoneAreHere() async throws {
    for isOldFirst in [false, true] {
      let bench = try await MovingBench()
      try await bench.person.store.edit(milk) { $0.notes = "" }
      try await bench.person.sync()
      try await movedTwice(bench, notes: "sour", isOldFirst: isOldFirst)
      XCTAssertEqual(notes(bench), .string("sour"), "\(isOldFirst)")
      let listed = try await listed(bench)
      XCTAssertEqual(listed, [])
    }
  }

  func testAnEditHereIsKeptAndTheOtherOneIsListed() async throws {
    let bench = try await MovingBench()
    try await bench.person.store.edit(milk) { $0.notes = "skimmed" }
    try await movedTwice(bench, notes: "sour")
    XCTAssertEqual(notes(bench), .string("skimmed"))
    let listed = try await listed(bench)
    XCTAssertEqual(listed, [["notes": .string("sour")]])
  }

  /// It may be what the other computer knew when it moved the to-do, or somebody wanted it again.
  func testAnEarlierValueGivesWayAndIsListed() async throws {
    let bench = try await MovingBench()
    try await bench.person.store.edit(milk) { $0.notes = "skimmed" }
    try await bench.person.sync()
    try await movedTwice(bench, notes: "fresh")
    XCTAssertEqual(notes(bench), .string("skimmed"))
    let listed = try await listed(bench)
    XCTAssertEqual(listed, [["notes": .string("fresh")]])
  }

  /// The other computer knows an earlier state only, and sends it again.
  func testItKeepsItsWordsWhenTheOldServerLostIt() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await bench.person.store.edit(milk) { todo in
      todo.content = "Oat milk"
      todo.tags = ["vegan"]
    }
    await bench.sync(bench.person.account)
    try await bench.move()
    await bench.sync(bench.second)
    bench.server.erase(bench.milk, of: "ann")
    _ = await other.engine(of: other.account).syncOnce(pull: true)
    XCTAssertEqual(bench.first, ["Bottle", "Milk"], "it was sent again")
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, ["Bottle", "Oat milk"])
    let todo = try await bench.todo(bench.milk)
    XCTAssertEqual(todo.tags, ["shop", "vegan"], "which side removed one is not known")
    let listed = try await listed(bench)
    XCTAssertEqual(listed, [["content": .string("Milk")]])
  }

  /// It was deleted where it was. A third computer, which knows neither that nor its last name, brings it back by an edit.
  private func broughtBack(
    _ bench: MovingBench, _ edit: @escaping @Sendable (inout Todo) -> Void
  ) async throws {
    let (other, third) = (try await bench.otherComputer(), try await bench.otherComputer())
    try await bench.person.store.edit(milk) { $0.content = "Oat milk" }
    try await bench.person.sync()
    try await other.sync()
    try await other.store.delete([milk])
    try await other.sync()
    third.clock.advance(by: .seconds(60))
    try await third.store.edit(milk, edit)
    try await third.sync()
  }

  func testItKeepsItsWordsWhenItComesBackWhereItWas() async throws {
    for isTakenBack in [false, true] {
      let bench = try await MovingBench()
      try await broughtBack(bench) { $0.tags = ["vegan"] }
      XCTAssertEqual(bench.server.records(of: "ann")[bench.milk]?["content"], .string("Milk"))
      try await bench.move()
      if isTakenBack { try await bench.person.store.move([milk], to: bench.home.id) }
      await bench.sync(bench.second)
      for _ in 0..<2 { try await bench.person.sync() }
      let there = bench.server.records(of: "ann")[bench.milk]
      XCTAssertEqual(there?["content"], isTakenBack ? .string("Oat milk") : nil)
      let todo = try await bench.todo(bench.milk)
      XCTAssertEqual(todo.content, "Oat milk")
      XCTAssertEqual(todo.tags, ["vegan"], "what was done there is taken")
    }
  }

  func testItsWordsAreListedWhenItComesBackWithOthers() async throws {
    for isTakenBack in [false, true] {
      let bench = try await MovingBench()
      try await broughtBack(bench) { $0.content = "Soy milk" }
      XCTAssertEqual(bench.server.records(of: "ann")[bench.milk]?["content"], .string("Soy milk"))
      try await bench.move()
      await bench.sync(bench.second)
      if isTakenBack { try await bench.person.store.move([milk], to: bench.home.id) }
      for _ in 0..<2 { try await bench.person.sync() }
      let todo = try await bench.todo(bench.milk)
      XCTAssertEqual(todo.content, "Soy milk")
      let listed = try await listed(bench)
      XCTAssertEqual(listed, [["content": .string("Oat milk")]])
    }
  }

  /// The new account has not acknowledged the to-do when it comes back at the old place.
  func testItsWordsAreListedWhenOthersComeBackBeforeItIsSent() async throws {
    for isTakenBack in [false, true] {
      let bench = try await MovingBench()
      try await broughtBack(bench) { $0.content = "Soy milk" }
      try await bench.move()
      if isTakenBack {
        bench.server.plan([.delay])
        await bench.sync(bench.second, pull: false)
        try await bench.person.store.move([milk], to: bench.home.id)
      }
      await bench.sync(bench.person.account)
      let todo = try await bench.todo(bench.milk)
      XCTAssertEqual(todo.content, "Soy milk")
      let listed = try await listed(bench)
      XCTAssertEqual(listed, [["content": .string("Oat milk")]])
    }
  }

  /// As above: the other computer has sent a reminder a second time, which was set before it was moved and is taken away
  /// here.
  func testWhatWasTakenFromASetStaysAway() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await other.store.move([milk], to: bench.work.id)
    _ = await other.engine(of: bench.second).syncOnce(pull: true, wake: true)
    try await bench.person.sync()
    let early = Reminder(text: "DUE -PT15M")
    try await bench.person.store.edit(milk) { $0.reminders.insert(early) }
    await bench.sync(bench.person.account)
    for account in [other.account, bench.second, other.account] {
      _ = await other.engine(of: account).syncOnce(pull: true, wake: true)
    }
    XCTAssertEqual(bench.first, [])
    try await bench.person.store.edit(milk) { todo in
      todo.reminders.remove(early)
      todo.tags.insert("vegan")
    }
    await bench.sync(bench.person.account)
    for _ in 0..<2 { try await bench.person.sync() }
    let todo = try await bench.todo(bench.milk)
    XCTAssertEqual(todo.reminders, [Reminder(text: "DUE PT0S")])
    XCTAssertEqual(todo.tags, ["shop", "vegan"])
    XCTAssertEqual(
      bench.server.records(of: "office")[bench.milk]?["reminders"], .set(["DUE PT0S"]))
  }

  /// Renamed here and by who moved it. The undo here says again what both had agreed on at the old place, but never at the
  /// new one.
  func testAnEditThatIsUndoneAfterTheMoveIsSentOverWhatTheMoverSays() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await other.store.edit(milk) { $0.content = "Oat milk" }
    try await other.store.move([milk], to: bench.work.id)
    for _ in 0..<2 { try await other.sync() }
    try await bench.person.store.edit(milk) { $0.content = "Soy milk" }
    await bench.sync(bench.second)
    _ = await bench.person.engine(of: bench.person.account).syncOnce(pull: true)
    let renamed = try await bench.todo(bench.milk)
    XCTAssertEqual(renamed.content, "Soy milk")
    try await bench.person.store.edit(milk) { $0.content = "Milk" }
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
    try await other.sync()
    let there = try await other.store.todo(milk)
    XCTAssertEqual(there?.content, "Milk")
  }

  /// The server lost it before it was moved, and whoever sent it again knew an earlier state.
  func testItsWordsAreKeptOrListedWhenItWasLostBeforeItWasMoved() async throws {
    for isEdited in [false, true] {
      let bench = try await MovingBench()
      let other = try await bench.otherComputer()
      try await bench.person.store.edit(milk) { $0.notes = "skimmed" }
      try await bench.person.sync()
      bench.server.erase(bench.milk, of: "ann")
      _ = await other.engine(of: other.account).syncOnce(pull: true)
      XCTAssertEqual(bench.first, ["Bottle", "Milk"], "it was sent again")
      try await other.store.move([milk], to: bench.work.id)
      for _ in 0..<2 { try await other.sync() }
      XCTAssertEqual(bench.first, [])
      if isEdited { try await bench.person.store.edit(milk) { $0.tags = ["vegan"] } }
      await bench.sync(bench.second)
      for _ in 0..<2 { try await bench.person.sync() }
      XCTAssertEqual(bench.first, [])
      XCTAssertEqual(bench.other, ["Bottle", "Milk"])
      XCTAssertEqual(notes(bench), .string(isEdited ? "skimmed" : "fresh"))
      let listed = try await listed(bench)
      XCTAssertEqual(listed, [["notes": .string(isEdited ? "fresh" : "skimmed")]])
    }
  }

  /// It is in both accounts, and shown in the first. Whoever moves it to the second does not know what the server of that has
  /// lost.
  func testWhatTheServerLosesWhereItIsNotShownIsListed() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await other.store.move([milk], to: bench.work.id)
    let atSecond = other.engine(of: bench.second)
    _ = await atSecond.syncOnce(pull: true, wake: true)
    try await other.store.edit(milk) { $0.content = "Oat milk" }
    _ = await atSecond.syncOnce(pull: true, wake: true)
    await bench.sync(bench.second)
    let before = try await listed(bench)
    XCTAssertEqual(before, [])
    let old = try XCTUnwrap(bench.server.earlierVersions(of: bench.milk, of: "office").first)
    bench.server.restore(bench.milk, to: old, of: "office")
    bench.person.clock.advance(by: .seconds(25 * 60 * 60))
    await bench.sync(bench.second)
    let listed = try await listed(bench)
    XCTAssertEqual(listed, [["content": .string("Oat milk")]])
  }

  /// The other computer knows that it was deleted there once, and does not know of the last edit.
  func testAnEditIsTakenWhereItWasDeletedBefore() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await bench.move()
    try await other.store.delete([milk])
    try await other.sync()
    try await bench.person.sync()
    try await bench.person.store.edit(milk) { $0.content = "Oat milk" }
    for _ in 0..<2 { try await bench.person.sync() }
    try await other.sync()
    let known = try await other.store.todo(milk)
    XCTAssertEqual(known?.content, "Oat milk")
    try await bench.person.store.edit(milk) { $0.content = "Soy milk" }
    try await bench.person.store.move([milk], to: bench.home.id)
    for _ in 0..<2 { try await bench.person.sync() }
    try await other.store.move([milk], to: bench.home.id)
    for _ in 0..<2 { try await other.sync() }
    XCTAssertEqual(bench.server.records(of: "ann")[bench.milk]?["content"], .string("Soy milk"))
    let listed = try await other.store.recentConflicts().map(\.lost)
    XCTAssertEqual(listed, [["content": .string("Oat milk")]])
  }

  /// The other computer has moved it, and sent it a second time with an edit made here; what is known of the new place
  /// is older than what is edited here.
  func testAnEditHereIsOneOfWhatWasAgreedOnBeforeItWasMoved() async throws {
    for (title, lost) in [("Soy milk", ["Milk"]), ("Milk", [])] {
      let bench = try await MovingBench()
      let other = try await bench.otherComputer()
      try await other.store.move([milk], to: bench.work.id)
      _ = await other.engine(of: bench.second).syncOnce(pull: true, wake: true)
      try await bench.person.sync()
      try await bench.person.store.edit(milk) { $0.content = "Oat milk" }
      await bench.sync(bench.person.account)
      for account in [other.account, bench.second, other.account] {
        _ = await other.engine(of: account).syncOnce(pull: true, wake: true)
      }
      XCTAssertEqual(bench.first, [])
      XCTAssertEqual(bench.other, ["Bottle", "Oat milk"])
      try await bench.person.store.edit(milk) { $0.content = title }
      await bench.sync(bench.person.account)
      for _ in 0..<2 { try await bench.person.sync() }
      XCTAssertEqual(bench.other, ["Bottle", title].sorted())
      let listed = try await listed(bench)
      XCTAssertEqual(listed, lost.map { ["content": .string($0)] })
    }
  }
}
