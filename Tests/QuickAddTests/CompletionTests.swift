import XCTest

@testable import QuickAdd

final class CompletionTests: XCTestCase {
  /// The offers at the end of a text, and what they take the place of.
  private func offers(_ text: String, lists: [String] = ["Home", "Work", "Big Plans", "Homework"])
    -> String
  {
    var context = context()
    context.lists = lists.map { QuickAddList($0) }
    guard let found = QuickAddReader(context).completion(text, at: text.utf8.count) else {
      return "none"
    }
    let typed = String(decoding: Array(text.utf8)[found.range], as: UTF8.self)
    return "\(found.kind) “\(typed)”: " + found.offers.map(\.name).joined(separator: ", ")
  }

  func testNamesAreOfferedWhileTheyAreTyped() {
    XCTAssertEqual(offers("Buy milk #"), "tag “”: Errand, 집, 家")
    XCTAssertEqual(offers("Buy milk #er"), "tag “er”: Errand")
    XCTAssertEqual(offers("Buy milk @an"), "person “an”: Ann, Ann Smith")
    XCTAssertEqual(offers("Buy milk @Ann "), "person “Ann ”: Ann Smith")
    XCTAssertEqual(offers("Buy milk ~HO"), "list “HO”: Home, Homework")
    XCTAssertEqual(offers("Buy milk /"), "list “”: Home, Work, Big Plans, Homework")
    XCTAssertEqual(offers("~pl"), "list “pl”: Big Plans")
    XCTAssertEqual(offers("Buy milk ~home"), "list “home”: Homework")
    XCTAssertEqual(offers("우유 사기 #집"), "none")
  }

  func testListsOfOneNameAreOfferedUntilOneIsChosen() {
    let lists = ["To-Do later", "To-Do", "Work", "To-Do", "work"]
    XCTAssertEqual(offers("Buy ~to-do", lists: lists), "list “to-do”: To-Do, To-Do, To-Do later")
    XCTAssertEqual(offers("Buy ~WORK", lists: lists), "list “WORK”: Work, work")
    XCTAssertEqual(offers("Buy ~work", lists: lists), "none", "that is the name of one")
    var context = context()
    context.lists = ["To-Do", "To-Do"]
    let reader = QuickAddReader(context)
    XCTAssertEqual(reader.completion("~To-Do", at: 6)?.offers.map(\.index), [0, 1])
    XCTAssertNil(reader.completion("~To-Do", at: 6, decided: ["~To-Do"]))
  }

  func testATagIsOfferedThatIsTypedByItself() {
    var context = context()
    context.tags = ["Errand", "Big Plans", "C#", "집", "家"]
    let reader = QuickAddReader(context)
    func names(_ text: String, without own: [String] = []) -> [String]? {
      reader.completion(ofTag: text, without: own)?.offers.map(\.name)
    }
    for text in ["e", "ER", "#er", " ＃ＥＲ "] { XCTAssertEqual(names(text), ["Errand"], text) }
    XCTAssertEqual(names("pl"), ["Big Plans"])
    XCTAssertEqual(names("big "), ["Big Plans"])
    XCTAssertEqual(names("#"), ["Errand", "Big Plans", "C#", "집", "家"])
    XCTAssertEqual(names("#", without: ["ERRAND", "家"]), ["Big Plans", "C#", "집"])
    XCTAssertEqual(names("c#"), ["C#"], "without the mark that is typed")
    for text in ["", "  ", "errand", "x", "rand", String(repeating: "e", count: 2000)] {
      XCTAssertNil(names(text), text)
    }
    XCTAssertNil(names("e", without: ["Errand"]))
  }

  func testNothingIsOfferedElsewhere() {
    for text in [
      "", "Buy", "a@an", "and/ho", "C#er", "Buy milk ~xyz", "@ann smith tomorrow", "~ home",
      "#er rand",
    ] {
      XCTAssertEqual(offers(text), "none", text)
    }
  }

  func testAPersonIsOfferedByTheFirstNameWhicheverIsTyped() {
    var context = context()
    context.people = [QuickAddPerson(["Ann Lee", "annie"]), QuickAddPerson([])]
    let reader = QuickAddReader(context)
    func names(_ text: String) -> [String]? {
      reader.completion(text, at: text.utf8.count)?.offers.map(\.name)
    }
    for text in ["@", "@an", "@anni", "@le"] { XCTAssertEqual(names(text), ["Ann Lee"], text) }
    XCTAssertNil(names("@annie"))
    for text in ["Cake @annie", "Cake @ann lee"] {
      XCTAssertEqual(reader.read(text).person, 0, text)
      XCTAssertEqual(reader.read(text).title, "Cake", text)
    }
  }

  func testOffersAreFew() {
    let many = (0..<10_000).map { "List \($0)" }
    XCTAssertEqual(
      offers("~li", lists: many),
      "list “li”: List 0, List 1, List 2, List 3, List 4, List 5, List 6, List 7")
  }

  func testTheCursorMayStandAnywhere() {
    let reader = QuickAddReader(context())
    let text = "Buy #er milk 👍"
    for offset in 0...text.utf8.count + 2 {
      let found = reader.completion(text, at: offset)
      XCTAssertEqual(found != nil, (5...7).contains(offset), "\(offset)")
    }
    XCTAssertNil(reader.completion(text, at: -1))
  }
}
