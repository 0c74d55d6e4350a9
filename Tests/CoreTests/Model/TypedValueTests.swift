import XCTest

@testable import Core

/// The rules for what a person types besides title and notes.
final class TypedValueTests: XCTestCase {
  func testTags() {
    for (typed, tag) in [
      ("home", "home"), (" #home ", "home"), ("a b", "a b"), ("a\nb", "a b"), ("우유", "우유"),
      ("##", nil), (" ", nil), ("", nil), ("\u{7}", nil), ("a\u{0}b", "ab"),
      ("#\u{301}a", "\u{301}a"),
    ] as [(String, String?)] {
      XCTAssertEqual(TodoTag.normalized(typed), tag, typed.debugDescription)
    }
  }

  func testOnlySafeLinksAreOpened() {
    for url in [
      "https://example.org", "HTTP://example.org/a?b#c", "mailto:ann@example.org", "tel:+82",
    ] { XCTAssertTrue(TodoLink.isSafe(url), url) }
    for url in [
      "", ":", "https:", "https://", "https:example.org", "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,x", "example.org", "https://a b", "https://a\u{7}", "java\nscript:x",
      "smb://x",
      " https://example.org", "https\u{301}://x", "ｈttps://x",
      "https://" + String(repeating: "x", count: 2_000),
    ] { XCTAssertFalse(TodoLink.isSafe(url), url.debugDescription) }
  }

  func testAHostIsALink() {
    for (typed, link) in [
      ("example.org", "https://example.org"), (" example.org/a b ", nil),
      (" example.org ", "https://example.org"),
      ("example.org:8080/a?b=c:d#e", "https://example.org:8080/a?b=c:d#e"),
      ("example.org?a@b", "https://example.org?a@b"), ("localhost:8000", "https://localhost:8000"),
      ("LocalHost", "https://LocalHost"), ("192.168.0.1:80/x", "https://192.168.0.1:80/x"),
      ("bücher.example", "https://bücher.example"), ("例え.テスト", "https://例え.テスト"),
      ("http://example.org", nil), ("mailto:a@b", nil), ("tel:110", nil), ("a@example.org", nil),
      ("user:1@example.org", nil), ("not a link", nil), ("javascript:x", nil),
      ("javascript:1", nil),
      ("file:///etc/passwd", nil), ("ftp://example.org", nil), ("//example.org", nil),
      ("/etc/passwd", nil), ("word", nil), ("word:80", nil), ("3.14", nil), ("1.2.3.4.5", nil),
      ("a.b", nil), ("e.g.", nil), ("..", nil), (".org", nil), ("-a.org", nil), ("a_b.org", nil),
      ("example.org:", nil), ("example.org:x", nil), ("example.org:1:2", nil),
      ("example.org:123456", nil), ("exa\u{7}mple.org", nil), ("exa\u{202e}mple.org", nil),
      ("", nil),
      ("example.org/" + String(repeating: "x", count: 1_990), nil),
    ] as [(String, String?)] {
      XCTAssertEqual(TodoLink.completed(typed), link ?? typed, typed.debugDescription)
      if let link { XCTAssertTrue(TodoLink.isSafe(link), link) }
    }
  }

  func testColoursAndEmoji() {
    for colour in ListAppearanceRules.colours + ["#000000", "#aBc123"] {
      XCTAssertTrue(ListAppearanceRules.isColour(colour), colour)
    }
    for colour in ["", "#", "#12345", "#1234567", "#12345g", "Blue", "#é1234", "123456"] {
      XCTAssertFalse(ListAppearanceRules.isColour(colour), colour)
    }
    for emoji in ["🏠", "👩‍👩‍👧‍👦", "🇰🇷", "A"] { XCTAssertTrue(ListAppearanceRules.isEmoji(emoji), emoji) }
    for emoji in ["", " ", "ab", "\n", "\u{7}", "e" + String(repeating: "\u{301}", count: 40)] {
      XCTAssertFalse(ListAppearanceRules.isEmoji(emoji), emoji.debugDescription)
    }
  }

  func testPriorities() {
    XCTAssertEqual(
      (0...9).map { Priority(rawValue: $0).level.rawValue },
      ["none", "high", "high", "high", "high", "medium", "low", "low", "low", "low"])
    XCTAssertEqual(Priority.Level.allCases.map { Priority($0).rawValue }, [0, 9, 5, 1])
    var priority = Priority(rawValue: 3)
    priority.setStarred(true)
    XCTAssertEqual(priority.rawValue, 3)
    priority.setStarred(false)
    XCTAssertEqual(priority.rawValue, 0)
  }
}
