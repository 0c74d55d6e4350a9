import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ListFinderTests: XCTestCase {
  private func list(_ id: String, _ name: String, _ account: AccountID? = nil) -> TodoList {
    TodoList(
      id: ListID(rawValue: id), account: account, name: name, position: id,
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

  // MARK: Lists of strangers

  private let mine = AccountID(rawValue: "firestore:/host/project/database/me")
  private let theirs = AccountID(rawValue: "firestore:/host/project/database/me/shared/eve/l")
  private let other = AccountID(rawValue: "firestore:/host/project/database/me/shared/bob/l")

  /// What a finder makes of a name: an ID, or nil for a question.
  private func found(_ typed: String, _ lists: [TodoList]) -> String? {
    try? ListFinder(lists: lists).list(typed).id.rawValue
  }

  func testOwnListsWin() {
    for account in [nil, mine] {
      let lists = [list("eve1", "To-Do", theirs), list("me01", "To-Do", account)]
      XCTAssertEqual(found("To-Do", lists), "me01")
    }
    let lists = [list("eve1", "to-do", theirs), list("me01", "To-Do", mine)]
    XCTAssertEqual(found("To-Do", lists), "me01")
    XCTAssertNil(found("to-do", lists), "it could be either")
    XCTAssertNil(found("TO-DO", lists))
    XCTAssertEqual(found("eve1", [lists[1]]), nil)
  }

  /// A CalDAV server puts what others share between the user's own calendars.
  func testAStrangersListInTheUsersOwnAccountIsNoOwnOne() {
    let theirs = list("eve1", "to-do", mine)
    func found(_ typed: String, _ own: [TodoList]) -> String? {
      try? ListFinder(lists: [theirs] + own, foreign: [theirs.id]).list(typed).id.rawValue
    }
    let own = list("me01", "To-Do", mine)
    XCTAssertEqual(found("To-Do", [own]), "me01")
    XCTAssertNil(found("to-do", [own]), "it could be either")
    XCTAssertEqual(found("to-do", [own, list("me02", "to-do")]), "me02")
    XCTAssertNil(found("to-do", [list("me01", "T\u{43E}-Do", mine)]), "they look alike")
    XCTAssertEqual(found("to-do", [list("me01", "Home", mine)]), "eve1")
  }

  func testAStrangersListIsFoundWhereNothingLooksLikeIt() {
    XCTAssertEqual(found("party", [list("eve1", "Party", theirs), list("me01", "To-Do")]), "eve1")
    XCTAssertNil(found("Party", [list("eve1", "Party", theirs), list("bob1", "party", other)]))
    XCTAssertNil(found("Party", [list("eve1", "Party", theirs), list("bob1", "Party", other)]))
  }

  func testNamesThatLookAlikeAreAskedFor() {
    for twin in [
      "T\u{43E}-Do", "To\u{2010}Do", "To-D\u{3BF}", "T\u{200B}o-Do", "\u{202E}To-Do",
      "To-Do\u{FE0F}",
      "\u{FF34}\u{FF4F}-Do", "\u{1D413}o-Do", "T0-Do", "To-D\u{F3}", "To-Do\u{AD}", "To\u{2013}Do",
      "To-Do\u{E0041}", "\u{FEFF}To-Do",
    ] {
      let lists = [list("me01", "To-Do", mine), list("eve1", twin, theirs)]
      XCTAssertEqual(found("To-Do", lists), "me01", twin)
      XCTAssertNil(found(twin, lists), twin)
      XCTAssertTrue(ListFinder(lists: lists).hasDouble(lists[0]), twin)
    }
  }

  func testOneNameComposedDifferently() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    XCTAssertEqual(found(decomposed, [list("me01", composed)]), "me01")
    XCTAssertEqual(
      found(composed, [list("eve1", decomposed, theirs), list("me01", composed)]), "me01")
    XCTAssertNil(found(decomposed, [list("eve1", decomposed, theirs), list("me01", composed)]))
    let both = [list("me01", composed), list("me02", decomposed)]
    XCTAssertEqual(found(composed, both), "me01")
    XCTAssertEqual(found(decomposed, both), "me02")
  }

  func testNamesThatOnlyLookAlikeAreNotTakenForOneAnother() {
    XCTAssertNil(found("b1n", [list("me01", "bln")]))
    XCTAssertNil(found("cafe", [list("me01", "caf\u{E9}")]))
  }

  func testIdentifiersOfStrangersAreNoNames() {
    XCTAssertNil(found("Shopping", [list("Shopping", "x", theirs)]))
    XCTAssertNil(found("Shop", [list("Shopping", "x", theirs)]))
    let id = "0a1b2c3d-0000-4000-8000-000000000000"
    XCTAssertEqual(found("0a1b", [list(id, "x", theirs)]), id)
    XCTAssertEqual(found("Shop", [list("Shopping", "x", mine)]), "Shopping")
  }

  func testTheChoicesSayWhose() {
    let account: Account
    do {
      account = Account(
        firestore: try FirestoreSettings(project: "demo", host: "127.0.0.1:1", user: "me"))
    } catch {
      return XCTFail("\(error)")
    }
    let share = account.sharing(
      Account.Share(owner: "eve\u{1B}[2J", list: ListID(rawValue: "l"), role: .writer))
    let finder = ListFinder(
      lists: [
        list("aaaa1", "To-Do", account.id), list("aaaa2", "to-do", share.id), list("bbbb", "TO-DO"),
      ], accounts: [account, share])
    XCTAssertThrowsError(try finder.list("tO-dO")) { error in
      let lines = (error as? CommandFailure)?.message.split(separator: "\n") ?? []
      XCTAssertEqual(
        lines.dropFirst(),
        [
          "  aaaa1  To-Do — me (demo)", "  aaaa2  to-do — me (demo), shared by the user eve [2J",
          "  bbbb  TO-DO — on this computer only",
        ])
    }
  }

  func testShellsOfferWhatFindsTheList() {
    let lists = [
      list("me01", "To-Do"), list("0a1b2c3d-0000-4000-8000-000000000000", "to-do", theirs),
      list("me02", "-rf"), list("me03", "a\nb"), list("x", "-x"),
      list("$(ran)", "To-Dо", theirs),
    ]
    XCTAssertEqual(
      ListFinder(lists: lists).candidates.map(\.line),
      ["To-Do", "0a1b\tto-do", "me02\t-rf", "me03\ta b"])
  }
}
