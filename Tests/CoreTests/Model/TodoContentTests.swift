import XCTest

@testable import Core

final class TodoContentTests: XCTestCase {
  func testTitles() {
    let cases: [(String, String?)] = [
      ("Milk", "Milk"), ("  Milk ", "Milk"), ("Milk\n", "Milk"), ("Milk\r\nEggs", "Milk Eggs"),
      ("\n\n a \n\n b \n", "a b"), ("a\tb", "a\tb"), ("a  b", "a  b"), ("", nil), (" ", nil),
      ("\n\t \u{2028}\u{3000}", nil), ("\u{A0}Milk\u{A0}", "Milk"), ("👩‍👩‍👧", "👩‍👩‍👧"),
      ("\u{200F}שלום", "\u{200F}שלום"), ("a\u{2029}b", "a b"),
    ]
    for (typed, expected) in cases {
      XCTAssertEqual(TodoContent.normalized(typed), expected, typed.debugDescription)
    }
  }

  func testIsStableWhenAppliedAgain() {
    for typed in [" a \n b ", "x\r\ny", "z"] {
      let once = TodoContent.normalized(typed)
      XCTAssertEqual(once.flatMap(TodoContent.normalized), once)
    }
  }
}
