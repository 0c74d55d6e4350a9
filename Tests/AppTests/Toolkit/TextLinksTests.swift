import XCTest

@testable import Platform

final class TextLinksTests: XCTestCase {
  private func found(_ text: String) -> [String] { TextLinks.find(in: text).map(\.address) }

  func testAddressesWithinASentence() {
    for (text, wanted) in [
      ("see https://example.org/a?b=c#d.", ["https://example.org/a?b=c#d"]),
      ("(http://example.org)", ["http://example.org"]),
      ("https://example.org/wiki/Milk_(drink)", ["https://example.org/wiki/Milk_(drink)"]),
      ("<https://a.org>, HTTPS://EXAMPLE.ORG!", ["https://a.org", "HTTPS://EXAMPLE.ORG"]),
      ("write to mailto:ann@example.org; now", ["mailto:ann@example.org"]),
      ("김치 https://예시.한국/길 사기", ["https://예시.한국/길"]),
      ("\"https://example.org\"", ["https://example.org"]),
      ("a\nhttps://a.org\nhttps://b.org", ["https://a.org", "https://b.org"]),
    ] as [(String, [String])] {
      XCTAssertEqual(found(text), wanted, text)
    }
  }

  func testNothingElseIsALink() {
    for text in [
      "", "https://", "mailto:", "http:/x.org", "javascript:alert(1)", "file:///etc/passwd",
      "xhttps://example.org", "ftp://example.org", "example.org", "data:text/html,x",
      "smb://host/share", "https://.", "<a href=\"ssh://x\">",
    ] {
      XCTAssertEqual(found(text), [], text)
    }
  }

  func testPlacesCountUnicodeScalars() {
    let text = "e\u{301}👨‍👩‍👧 https://a.org x"
    let link = TextLinks.find(in: text).first
    let scalars = Array(text.unicodeScalars)
    XCTAssertEqual(
      link.map { String(String.UnicodeScalarView(scalars[$0.range])) }, "https://a.org")
  }

  func testLongTextsTakeNoLongerThanTheyAreLong() {
    let long = "https://a.org/" + String(repeating: "(", count: 5_000)
    XCTAssertEqual(found(long), [], "longer than any address")
    XCTAssertEqual(found(String(repeating: "https://", count: 4_000)).count, 0)
    XCTAssertEqual(found(String(repeating: "http://a ", count: 3_000)).count, 3_000)
  }
}
