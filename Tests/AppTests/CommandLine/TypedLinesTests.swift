import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service

/// Which list a line typed in a terminal names.
@MainActor
final class TypedLinesTests: XCTestCase {
  private func context(_ bench: SceneBench) -> CommandContext {
    CommandContext(
      store: bench.store, location: StoreLocation(path: "/nowhere/file", environment: .live))
  }

  private func filled(_ line: String, list: ListID? = nil, _ bench: SceneBench) async throws
    -> TodoDraft
  {
    let context = context(bench)
    let lines = try await TypedLines.read(context, PersonFinders(context), for: [line])
    var draft = TodoDraft(id: TodoID(rawValue: "new"), listID: list, content: line)
    try lines.fill(&draft, from: line)
    return draft
  }

  private func failure(_ line: String, _ bench: SceneBench) async throws -> CommandFailure? {
    do {
      let draft = try await filled(line, bench)
      XCTFail("\(line) is for \(draft.listID?.rawValue ?? "no list")")
      return nil
    } catch let failure as CommandFailure {
      return failure
    }
  }

  /// As the option does it.
  func testANameOfSeveralListsIsRefused() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.addNamesake("To-Do", to: .thisComputer)
    let twin = try await bench.addNamesake("To-Do", to: .account(account.id))
    for line in ["x ~To-Do", "x /to-do tomorrow", "x ～TO-DO"] {
      let failure = try await failure(line, bench)
      XCTAssertEqual(failure?.status, .notFound, line)
    }
    let failure = try await failure("x ~To-Do", bench)
    do throws(CommandFailure) {
      let found = try await context(bench).namedList("To-Do")
      XCTFail("\(found.id)")
    } catch {
      XCTAssertEqual(failure, error)
    }
    let draft = try await filled("x ~To-Do", list: twin.id, bench)
    XCTAssertEqual(draft.listID, twin.id)
    XCTAssertEqual(draft.content, "x ~To-Do", "the option has decided")
  }

  func testTheExactNameWins() async throws {
    let bench = try SceneBench()
    let first = try await bench.store.addList(named: "Work")
    let second = try await bench.store.addList(named: "work")
    for (line, list) in [("x ~Work", first), ("x ~work", second)] {
      let draft = try await filled(line, bench)
      XCTAssertEqual(draft.listID, list.id, line)
      XCTAssertEqual(draft.content, "x", line)
    }
    let failure = try await failure("x ~WORK", bench)
    XCTAssertEqual(failure?.status, .notFound)
  }

  func testAnOptionWinsOverEveryName() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    try await bench.store.addList(named: "Work")
    try await bench.store.addList(named: "Shop")
    let draft = try await filled("x ~Work ~Shop", list: home.id, bench)
    XCTAssertEqual(draft.listID, home.id)
    XCTAssertEqual(draft.content, "x ~Work ~Shop")
  }
}
