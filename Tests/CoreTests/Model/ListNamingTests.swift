import XCTest

@testable import Core

final class ListNamingTests: XCTestCase {
  private let naming = ListNaming(
    untitled: "Untitled List", reserved: ["Important", "Überblick"], firstList: "To-Do")

  func testNames() throws {
    let cases: [(String, Set<String>, String)] = [
      ("Shopping", [], "Shopping"),
      ("  Shopping\t\n", [], "Shopping"),
      ("Shop\nping", [], "Shop ping"),
      ("", [], "Untitled List"),
      (" \n ", ["Untitled List"], "Untitled List (1)"),
      ("Shopping", ["Shopping"], "Shopping (1)"),
      ("Shopping", ["Shopping", "Shopping (1)"], "Shopping (2)"),
      ("Shopping", ["Shopping", "Shopping (2)"], "Shopping (1)"),
      ("Shopping (1)", ["Shopping"], "Shopping (1)"),
      ("Shopping (1)", ["Shopping (1)"], "Shopping (2)"),
      ("Shopping (1)", ["Shopping", "Shopping (1)"], "Shopping (2)"),
      ("Shopping (7)", ["Shopping (7)"], "Shopping (1)"),
      ("Shopping (x)", ["Shopping (x)"], "Shopping (x) (1)"),
      ("Shopping ()", ["Shopping ()"], "Shopping () (1)"),
      ("Shopping(1)", ["Shopping(1)"], "Shopping(1) (1)"),
      ("Shopping (١)", ["Shopping (١)"], "Shopping (١) (1)"),
      ("(1)", ["(1)"], "(1) (1)"),
      ("shopping", ["Shopping"], "shopping"),
      ("Important things", [], "Important things"),
    ]
    for (typed, used, expected) in cases {
      XCTAssertEqual(try naming.name(for: typed, used: used), expected, typed)
    }
  }

  func testReservedInAnyCase() {
    for typed in ["Important", "important", " IMPORTANT ", "überblick", "ÜBERBLICK"] {
      XCTAssertThrowsError(try naming.name(for: typed, used: []), typed) { error in
        let trimmed = typed.split(separator: " ").joined()
        XCTAssertEqual(error as? StoreError, .nameReserved(trimmed))
      }
    }
  }

  func testIsNeverLongerThanAllowed() throws {
    let longest = String(repeating: "é", count: 500)
    XCTAssertEqual(try naming.name(for: longest, used: []), longest)
    let cases: [(String, Set<String>)] = [(longest + "x", []), (longest, [longest])]
    for (typed, used) in cases {
      XCTAssertThrowsError(try naming.name(for: typed, used: used)) { error in
        XCTAssertEqual(error as? StoreError, .textTooLong(limit: 1_000))
      }
    }
  }
}
