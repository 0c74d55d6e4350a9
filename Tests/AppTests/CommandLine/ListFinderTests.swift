import Core
import XCTest

@testable import App

final class ListFinderTests: XCTestCase {
  private func list(_ id: String, _ name: String) -> TodoList {
    TodoList(
      id: ListID(rawValue: id), account: nil, name: name, position: id,
      createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
  }

  private lazy var finder = ListFinder(lists: [
    list("aaaa1111", "Home"), list("aaaa2222", "Work"), list("bbbb1111", "work"),
    list("cccc1111", "Same"), list("cccc2222", "Same"), list("dddd1111", "Überfällig"),
  ])

  private func failure(_ typed: String) -> CommandFailure? {
    do throws(CommandFailure) {
      let found = try finder.list(typed)
      XCTFail("found \(found.name)")
      return nil
    } catch {
      XCTAssertEqual(error.status, .notFound)
      return error
    }
  }

  func testByName() throws {
    XCTAssertEqual(try finder.list("Home").id.rawValue, "aaaa1111")
    XCTAssertEqual(try finder.list("hOME").id.rawValue, "aaaa1111")
    XCTAssertEqual(try finder.list(" Home ").id.rawValue, "aaaa1111")
    XCTAssertEqual(try finder.list("ÜBERFÄLLIG").id.rawValue, "dddd1111")
  }

  func testTheVeryNameGoesFirst() throws {
    XCTAssertEqual(try finder.list("Work").id.rawValue, "aaaa2222")
    XCTAssertEqual(try finder.list("work").id.rawValue, "bbbb1111")
    XCTAssertTrue(failure("WORK")?.message.contains("Several lists") == true)
  }

  func testByTheBeginningOfTheID() throws {
    XCTAssertEqual(try finder.list("bbbb").id.rawValue, "bbbb1111")
    XCTAssertEqual(try finder.list("cccc2").id.rawValue, "cccc2222")
    XCTAssertNotNil(failure("bbb"), "too short")
    XCTAssertNotNil(failure("aaaa"), "two begin so")
  }

  func testTwoOfOneNameAreToldByTheirIDs() {
    let message = failure("same")?.message ?? ""
    XCTAssertTrue(message.contains("cccc1  Same"), message)
    XCTAssertTrue(message.contains("cccc2  Same"), message)
  }

  func testSimilarNamesAreTold() {
    let slip = failure("Hoem")?.message ?? ""
    XCTAssertTrue(slip.contains("Home"), slip)
    XCTAssertFalse(slip.contains("Same"), slip)
    let part = failure("fällig")?.message ?? ""
    XCTAssertTrue(part.contains("Überfällig"), part)
    let none = failure("something else")?.message ?? ""
    for name in ["Home", "Work", "Same", "Überfällig"] {
      XCTAssertTrue(none.contains(name), none)
    }
  }

  func testWithoutLists() {
    XCTAssertThrowsError(try ListFinder(lists: []).list("Home"))
  }

  func testManyListsAreCutOff() {
    let many = ListFinder(lists: (0..<50).map { list("id-\($0)", "List \($0)") })
    XCTAssertThrowsError(try many.list("xyz")) { error in
      let message = (error as? CommandFailure)?.message ?? ""
      XCTAssertEqual(message.split(separator: "\n").count, 12, message)
    }
  }
}
