import Basics
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SearchTermsTests: XCTestCase {
  private static func rank(_ terms: [String], _ title: String, notes: String = "") -> Int? {
    SearchTerms(terms)?.rank(title: title, notes: notes)
  }

  func testTheBeginningIsBestThenWordsThenTheMiddleThenTheNotes() {
    XCTAssertEqual(Self.rank(["mil"], "Milk and bread"), 0)
    XCTAssertEqual(Self.rank(["bre"], "Milk and bread"), 1)
    XCTAssertEqual(Self.rank(["read"], "Milk and bread"), 2)
    XCTAssertEqual(Self.rank(["oat"], "Milk and bread", notes: "Oat, if they have it"), 3)
    XCTAssertNil(Self.rank(["oats"], "Milk and bread", notes: "Oat, if they have it"))
    XCTAssertEqual(Self.rank(["milk", "bread"], "Milk and bread"), 1)
  }

  func testAllTermsMustBeThere() {
    XCTAssertNotNil(Self.rank(["bread", "milk"], "Milk and bread"))
    XCTAssertNil(Self.rank(["bread", "tea"], "Milk and bread"))
    XCTAssertEqual(Self.rank(["bread", "tea"], "Milk and bread", notes: "and tea"), 3)
  }

  func testCaseAndAccentsMakeNoDifference() {
    XCTAssertEqual(Self.rank(["CAFE"], "Café"), 0)
    XCTAssertEqual(Self.rank(["café"], "cafe"), 0)
    XCTAssertEqual(Self.rank(["strasse"], "Lange Straße"), 1)
    XCTAssertEqual(Self.rank(["장"], "장보기"), 0)
    XCTAssertEqual(Self.rank(["jose-maria"], "Call José María"), 1)
  }

  func testWhatIsBehindANULIsFound() {
    for title in ["Buy milk\0and bread", "Café\0and bread", "\0é\0bread"] {
      XCTAssertEqual(Self.rank(["bread"], title), 1, title.debugDescription)
      XCTAssertEqual(Self.rank(["bread"], "", notes: title), 3, title.debugDescription)
    }
    XCTAssertEqual(TextFolding.words("Cafe\u{301}\0É"), ["cafe", "e"])
    XCTAssertEqual(TextFolding.words("Cafe\0e"), ["cafe", "e"])
    XCTAssertNotEqual(TextFolding.sortKey("é\0a"), TextFolding.sortKey("é\0b"))
    XCTAssertTrue(ComparableName("Café\0s").isSame(as: ComparableName("cafés")))
    XCTAssertFalse(ComparableName("Café\0a").isConfusable(with: ComparableName("Café\0b")))
  }

  func testOneLetterCountsWhereAWordBegins() {
    XCTAssertEqual(Self.rank(["b"], "Milk and bread"), 1)
    XCTAssertNil(Self.rank(["r"], "Milk and bread"))
    XCTAssertEqual(Self.rank(["m"], "Milk"), 0)
  }

  func testTermsWithoutLettersFindNothing() {
    XCTAssertNil(SearchTerms([]))
    XCTAssertNil(SearchTerms(["", "  ", "!?"]))
    XCTAssertEqual(Self.rank(["<b>"], "a <b> c"), 1)
  }

  func testAWordLongerThanTheTextIsNotThere() {
    XCTAssertNil(Self.rank(["milkshake"], "milk"))
    XCTAssertNil(Self.rank(["milk"], ""))
  }
}
