import Basics
import XCTest

@testable import Core

/// Taking back what only this computer shows and keeps.
final class UndoCopyTests: XCTestCase {
  private let recorder = UndoRecorder()

  private func lastStep() throws -> UndoStep { try XCTUnwrap(recorder.take().last) }

  private func hidden(_ bench: Bench) async throws -> [String] {
    try await bench.store.column("SELECT list FROM hiddenList")
  }

  func testAHiddenListIsShownAgain() async throws {
    let bench = try Bench().recording(in: recorder)
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.setListShown(list.id, false)
    let step = try lastStep()
    XCTAssertEqual(step.edits.map(\.change), [.shown(false)])
    let redo = try await bench.store.undo(step)
    var hidden = try await hidden(bench)
    XCTAssertEqual(hidden, [])
    _ = try await bench.store.undo(redo)
    hidden = try await self.hidden(bench)
    XCTAssertEqual(hidden, [list.id.rawValue])
    try await bench.store.setListShown(list.id, false)
    XCTAssertEqual(recorder.take(), [], "it was hidden")
  }

  /// Somebody has shown it by hand since.
  func testAListThatIsShownByNowStaysSo() async throws {
    let bench = try Bench().recording(in: recorder)
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.setListShown(list.id, false)
    let step = try lastStep()
    try await bench.store.setListShown(list.id, true)
    let redo = try await bench.store.undo(step)
    XCTAssertTrue(redo.isEmpty)
    let hidden = try await hidden(bench)
    XCTAssertEqual(hidden, [])
  }

  /// A to-do whose title two devices changed.
  private func conflict(_ there: String = "There") async throws -> (Bench, Todo) {
    let (bench, account, todo) = try await Bench.agreed()
    bench.clock.advance(by: 1)
    // What another program wrote is called so here as well.
    try await bench.store.apply(
      [.live(todo.key, todo.fields.changing(["content": .string(there)]), 2)], from: account)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.edit(todo.id) { $0.notes = "here" }
    try await bench.store.apply(
      [
        .live(
          todo.key,
          todo.fields.changing(["content": .string(there), "notes": .string("there")]), 3)
      ], from: account)
    return (bench.recording(in: recorder), todo)
  }

  /// NUL, the character that stands for it in the file, a letter in two scalars, and markup.
  private static let odd = "a\0b\u{1}0c e\u{301} <b>"

  func testADismissedConflictIsListedAgain() async throws {
    let (bench, _) = try await conflict(Self.odd)
    let before = try await bench.store.recentConflicts()
    XCTAssertEqual(before.map { Array($0.title.utf8) }, [Array(Self.odd.utf8)])
    try await bench.store.dismissConflict(try await bench.store.newestConflict().id)
    let redo = try await bench.store.undo(try lastStep())
    var after = try await bench.store.recentConflicts()
    XCTAssertEqual(after, before)
    XCTAssertEqual(after.map { Array($0.title.utf8) }, [Array(Self.odd.utf8)])
    _ = try await bench.store.undo(redo)
    after = try await bench.store.recentConflicts()
    XCTAssertEqual(after, [])
  }

  /// The value that gave way would be nowhere otherwise.
  func testAConflictWhoseValueWasTakenIsListedAgain() async throws {
    let (bench, todo) = try await conflict()
    let before = try await bench.store.recentConflicts()
    try await bench.store.restoreConflict(try await bench.store.newestConflict().id)
    var stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.notes, "there")
    _ = try await bench.store.undo(try lastStep())
    stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.notes, "here")
    let after = try await bench.store.recentConflicts()
    XCTAssertEqual(after, before)
  }

  func testADiscardedChangeThatWasMadeAgainIsInTheTrashAgain() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.edit(todo.id) { $0.content = "Discarded" }
    try await bench.store.discard(
      todo.key, of: account, restoring: .live(todo.key, todo.fields, 1))
    let before = try await bench.store.trash()
    XCTAssertEqual(before.map(\.reason), [.discarded])
    let recording = bench.recording(in: recorder)
    try await recording.store.restoreFromTrash(try XCTUnwrap(before.first).id)
    _ = try await recording.store.undo(try lastStep())
    let after = try await bench.store.trash()
    XCTAssertEqual(after, before)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Milk")
  }

  /// What comes back whole goes to the trash once.
  func testARestoredToDoHasOneCopyAfterUndoing() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    let recording = bench.recording(in: recorder)
    try await recording.store.restoreFromTrash(try await bench.store.newestTrash().id)
    _ = try await recording.store.undo(try lastStep())
    let after = try await bench.store.trash()
    XCTAssertEqual(after.map(\.title), ["Milk"])
  }
}
