import XCTest

@testable import QuickAdd

final class TagSpellingsTests: XCTestCase {
  private let spellings = TagSpellings(["HOME", "Home", "Work late", "Work", "집", "Ａ"])

  func testWhatIsTypedGetsTheKnownSpelling() {
    let table: [(String, String?)] = [
      ("Home", "Home"), ("HOME", "HOME"), ("home", "HOME"), ("work", "Work"),
      ("WORK LATE", "Work late"), ("work later", nil), ("wor", nil), ("집", "집"), ("집안", nil),
      ("a", "Ａ"), ("", nil), ("#home", nil),
    ]
    for (typed, known) in table { XCTAssertEqual(spellings.known(typed), known, typed) }
  }

  /// Whatever other programs call a tag, it is known as it is written.
  func testALongTagIsKnown() {
    let long = String(repeating: "a", count: 3_000)
    XCTAssertEqual(TagSpellings([long]).known(long), long)
    XCTAssertNil(TagSpellings([long]).known(long + "b"))
  }

  func testALineAndATagByItselfMeanTheSame() {
    var context = context()
    context.tags = ["HOME", "Home", "Work"]
    let reader = QuickAddReader(context)
    for typed in ["Home", "HOME", "home", "work", "new"] {
      XCTAssertEqual(
        reader.read("Cake #\(typed)").tags, [reader.knownTag(typed) ?? typed], typed)
    }
  }
}
