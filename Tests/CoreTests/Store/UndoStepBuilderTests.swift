import Basics
import TestSupport
import XCTest

@testable import Core

/// How the changes of one command become a step, also where there are very many.
final class UndoStepBuilderTests: XCTestCase {
  private typealias Change = UndoStep.Edit.Change

  private func key(_ number: Int) -> RecordKey { RecordKey(kind: .todo, id: "todo-\(number)") }

  private let deleted = Change.deleted(.init(account: nil, listName: "Home", fields: .init()))

  private func renamed(_ before: String, _ after: String) -> Change {
    .changed(before: ["content": .string(before)], after: ["content": .string(after)])
  }

  private func step(_ changes: [(Int, String, Change)]) -> UndoStep {
    var builder = UndoStepBuilder()
    for (number, title, change) in changes { builder.add(key(number), title, change) }
    return builder.step
  }

  func testSeveralChangesOfARecordAreOneInTheFirstPlace() {
    let step = step([
      (1, "a", renamed("", "a")), (2, "x", .added), (1, "b", renamed("a", "b")), (3, "y", deleted),
      (2, "z", renamed("x", "z")),
    ])
    XCTAssertEqual(step.edits.map(\.key), [key(1), key(2), key(3)])
    XCTAssertEqual(step.edits.map(\.title), ["b", "z", "y"])
    XCTAssertEqual(step.edits.map(\.change), [renamed("", "b"), .added, deleted])
  }

  /// What is added after that of the same record is a change of its own, where it was added.
  func testWhatCancelsItselfOutIsGone() {
    let step = step([
      (1, "a", .added), (2, "b", .added), (3, "c", .added), (1, "a", deleted), (3, "c", deleted),
      (1, "d", .added), (2, "e", renamed("b", "e")), (3, "f", deleted),
    ])
    XCTAssertEqual(step.edits.map(\.key), [key(2), key(1), key(3)])
    XCTAssertEqual(step.edits.map(\.title), ["e", "d", "f"])
    XCTAssertEqual(step.edits.map(\.change), [.added, .added, deleted])
    XCTAssertTrue(self.step([(1, "a", .added), (1, "a", deleted)]).isEmpty)
  }

  /// What this computer shows is no change of the record.
  func testWhatIsShownStandsBesideTheRecord() {
    let step = step([
      (1, "a", .shown(true)), (1, "a", .added), (1, "a", .shown(false)),
      (1, "b", renamed("a", "b")),
      (1, "b", .shown(true)),
    ])
    XCTAssertEqual(
      step.edits.map(\.change), [.shown(true), .added, .shown(false), .shown(true)])
    XCTAssertEqual(step.edits.map(\.title), ["a", "b", "a", "b"])
  }

  func testASkipIsRemembered() {
    var builder = UndoStepBuilder()
    builder.isSkip = true
    XCTAssertTrue(builder.step.isSkip)
    XCTAssertTrue(builder.step.isEmpty)
  }

  /// Twenty times as many records are not four hundred times the work: a list with all its to-dos goes in one transaction.
  func testTwentyThousandRecords() {
    func build(_ count: Int, _ changes: [Change]) -> UndoStep {
      var builder = UndoStepBuilder()
      for change in changes {
        for number in 0..<count { builder.add(key(number), "Milk", change) }
      }
      return builder.step
    }
    for (changes, left) in [
      ([deleted], 1), ([renamed("a", "b"), deleted], 1), ([.added, deleted], 0),
      ([.added, deleted, .added], 1),
    ] as [([Change], Int)] {
      XCTAssertEqual(build(20_000, changes).edits.count, 20_000 * left)
      let few = processorTime { _ = build(1000, changes) }
      let many = processorTime { _ = build(20_000, changes) }
      XCTAssertLessThan(many, few * 100, "\(changes.count) changes")
    }
  }

  /// A command in a terminal makes one step of all that it did.
  func testSoManyStepsBecomeOne() throws {
    func whole(_ count: Int) -> UndoStep? {
      let recorder = UndoRecorder()
      for number in 0..<count { recorder.add(step([(number, "Milk", deleted)])) }
      return recorder.takeAsOne()
    }
    XCTAssertEqual(whole(20_000)?.edits.count, 20_000)
    let few = processorTime { _ = whole(1000) }
    let many = processorTime { _ = whole(20_000) }
    XCTAssertLessThan(many, few * 100)
  }
}
