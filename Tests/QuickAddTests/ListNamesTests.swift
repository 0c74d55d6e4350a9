import XCTest

@testable import QuickAdd

/// Which list is meant by a name that several lists have.
final class ListNamesTests: XCTestCase {
  private func reader(_ lists: [QuickAddList]) -> QuickAddReader {
    var context = context()
    context.lists = lists
    return QuickAddReader(context)
  }

  func testTheExactNameWins() {
    let reader = reader(["Work", "work", "Home", "caf\u{E9}", "cafe\u{301}"])
    for (typed, list) in [
      ("~Work", 0), ("~work", 1), ("/work", 1), ("～work", 1), ("~home", 2), ("~caf\u{E9}", 3),
      ("~cafe\u{301}", 4),
    ] {
      let reading = reader.read("call \(typed) !!")
      XCTAssertEqual(reading.list, list, typed)
      XCTAssertEqual(reading.title, "call", typed)
    }
  }

  func testANameOfSeveralListsStaysText() {
    let reader = reader(["To-Do", "Work", "To-Do", "work", "집안일", "집안일", "買い物", "買い物"])
    for typed in ["~To-Do", "~to-do", "/TO-DO", "～To-Do", "~WORK", "~ＷＯＲＫ", "~집안일", "／買い物"] {
      let reading = reader.read("call \(typed) !!")
      XCTAssertNil(reading.list, typed)
      XCTAssertEqual(reading.title, "call \(typed)")
      XCTAssertEqual(reading.parts.map(\.text), ["!!"], typed)
      XCTAssertEqual(reading.ambiguousList?.text, typed)
    }
    XCTAssertNil(reader.read("~To-Do").ambiguousList, "it is the title")
    XCTAssertNil(reader.read("call ~Work").ambiguousList)
  }

  /// The list that is named last counts, so no other one may take its place.
  func testAnotherNameDoesNotDecide() {
    let reader = reader(["To-Do", "To-Do later", "To-Do", "Home"])
    XCTAssertNil(reader.read("call ~Home ~To-Do").list)
    XCTAssertEqual(reader.read("call ~Home ~To-Do").title, "call ~Home ~To-Do")
    XCTAssertEqual(reader.read("call ~To-Do ~Home").list, 3)
    XCTAssertEqual(reader.read("call ~To-Do later").list, 1)
  }

  func testNamesThatLookTheSameCountAsTheSame() {
    let odd = "Wo\u{200B}rk"
    let reader = reader([
      QuickAddList("Work", foldedName: "work"), QuickAddList(odd, foldedName: "work"),
    ])
    XCTAssertEqual(reader.read("call ~Work").list, 0)
    XCTAssertEqual(reader.read("call ~\(odd)").list, 1)
    XCTAssertNil(reader.read("call ~work").list)
  }

  func testTheChosenListIsMeant() {
    let reader = reader(["To-Do", "Work", "To-Do"])
    let reading = reader.read("call ~To-Do", lists: ["~To-Do": 2])
    XCTAssertEqual(reading.list, 2)
    XCTAssertEqual(reading.title, "call")
    for chosen in [["~To-Do": 1], ["~to-do": 2]] {
      XCTAssertNil(reader.read("call ~To-Do", lists: chosen).list, "that is not its name")
    }
  }

  func testAChoiceIsForTheWholeName() {
    for text in ["~To-Do", "call ~To-Do", "~To-Do now", "call (~To-Do)"] {
      XCTAssertTrue(QuickAddReader.contains("~To-Do", in: text), text)
    }
    for text in ["", "call ~To-D", "call ~To-Dos", "~To-DOS", "call~To-Do", "call /To-Do"] {
      XCTAssertFalse(QuickAddReader.contains("~To-Do", in: text), text)
    }
  }
}
