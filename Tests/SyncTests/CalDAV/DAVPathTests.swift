import XCTest

@testable import Sync

final class DAVPathTests: XCTestCase {
  func testSpellingsOfOnePathAreEqual() {
    let spellings = [
      "/a%40b/cal/1%20x.ics", "/a@b/cal/1%20x.ics", " /a@b//cal/1%20x.ics\n",
      "https://example.org/a%40b/cal/1%20x.ics", "HTTP://example.org:8080/%61@b/cal/1%20x.ics",
      "/a@b/cal/1 x.ics", "/a@b/cal/1%20x.ics?query#fragment",
    ]
    for spelling in spellings {
      XCTAssertEqual(DAVPath(href: spelling)?.text, "/a@b/cal/1%20x.ics", spelling)
    }
  }

  func testWhatIsASlashStaysOne() {
    XCTAssertEqual(DAVPath(href: "/a%2Fb/c")?.text, "/a%2Fb/c")
    XCTAssertNotEqual(DAVPath(href: "/a%2Fb/c"), DAVPath(href: "/a/b/c"))
    XCTAssertEqual(DAVPath(href: "/100%/x")?.text, "/100%25/x")
  }

  func testWhatIsNoPath() {
    for href in ["a/b", "../x", "/a/../b", "/a/%2e%2e/b", "/a/./b", "mailto:a@b", ""] {
      if href.isEmpty {
        XCTAssertEqual(DAVPath(href: href)?.text, "/")
      } else {
        XCTAssertNil(DAVPath(href: href), href)
      }
    }
    XCTAssertNil(DAVPath(href: "/" + String(repeating: "x", count: 5000)))
  }

  func testMembersAndParents() throws {
    let home = try XCTUnwrap(DAVPath(href: "/김/cal"))
    XCTAssertEqual(home.text, "/%EA%B9%80/cal")
    XCTAssertEqual(home.name, "cal")
    XCTAssertEqual(home.asCollection.text, "/%EA%B9%80/cal/")
    let member = home.appending("a/b?.ics")
    XCTAssertEqual(member.text, "/%EA%B9%80/cal/a%2Fb%3F.ics")
    XCTAssertEqual(member.name, "a/b?.ics")
    XCTAssertEqual(member.parent.text, "/%EA%B9%80/cal/")
    XCTAssertTrue(home.contains(member))
    XCTAssertFalse(home.contains(home.asCollection))
    XCTAssertFalse(home.asCollection.contains(home.asCollection))
    XCTAssertEqual(DAVPath(href: "/")?.parent.text, "/")
    XCTAssertEqual(home.asCollection.parent.text, "/%EA%B9%80/")
  }

  func testOrigins() {
    let found = DAVOrigin.split("https://EXAMPLE.org/dav/")
    XCTAssertEqual(found?.origin.text, "https://example.org")
    XCTAssertEqual(found?.path.text, "/dav/")
    let other = DAVOrigin.split("https://example.org:8443")
    XCTAssertEqual(other?.origin.text, "https://example.org:8443")
    XCTAssertEqual(DAVOrigin.split("https://[::1]:81/x")?.origin.text, "https://[::1]:81")
    for url in ["ftp://example.org", "https://", "https://ann:secret@example.org/", "example.org"] {
      XCTAssertNil(DAVOrigin.split(url), url)
    }
    XCTAssertEqual(DAVOrigin.split("http://example.org")?.origin.isAllowed, false)
    XCTAssertEqual(DAVOrigin.split("http://127.0.0.1:80")?.origin.isAllowed, true)
    XCTAssertEqual(found?.origin.isWithin("example.org"), true)
    XCTAssertEqual(DAVOrigin.split("https://a.example.org")?.origin.isWithin("example.org"), true)
    let bad = DAVOrigin.split("https://badexample.org")
    XCTAssertEqual(bad?.origin.isWithin("example.org"), false)
  }

  func testETags() {
    XCTAssertEqual(CalDAVETag.normalized("\"a\""), "\"a\"")
    XCTAssertEqual(CalDAVETag.normalized("W/\"a\""), "\"a\"")
    XCTAssertEqual(CalDAVETag.normalized("a-1"), "\"a-1\"")
    for tag in ["", "\"a\r\nX: y\"", "a b", String(repeating: "x", count: 2000)] {
      XCTAssertNil(CalDAVETag.normalized(tag), tag)
    }
  }
}
