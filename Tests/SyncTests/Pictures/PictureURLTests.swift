import XCTest

@testable import Sync

final class PictureURLTests: XCTestCase {
  func testWhatMayBeAsked() {
    for (url, text) in [
      "https://example.org/a.png": "https://example.org/a.png",
      "HTTPS://Example.ORG:8443/A?b=c%20d#e": "https://example.org:8443/A?b=c%20d",
      "https://example.org": "https://example.org",
      "https://example.org?x": "https://example.org?x",
      "https://example.org/김.png": "https://example.org/%EA%B9%80.png",
      "http://localhost:8080/a": "http://localhost:8080/a",
      "http://127.0.0.1/a": "http://127.0.0.1/a", "http://[::1]:80/a": "http://[::1]:80/a",
    ] {
      XCTAssertEqual(PictureURL(url)?.text, text, url)
    }
    XCTAssertEqual(PictureURL("https://localhost/")?.isLoopback, true)
    XCTAssertEqual(PictureURL("https://example.org/")?.isLoopback, false)
  }

  func testWhatMayNotBeAsked() {
    for url in [
      "", "a.png", "/a.png", "//example.org/a", "http://example.org/a", "ftp://example.org/a",
      "file:///etc/passwd", "data:image/png;base64,xx", "javascript://x/%0aalert(1)",
      "https://", "https:///a", "https://user@example.org/a", "https://user:secret@example.org/a",
      "http://127.0.0.1@example.org/a", "http://localhost\\@example.org/", "https://exa mple.org/",
      "https://example.org/a b", "https://example.org/a\nb", "https://example.org/\u{0}",
      "https://example.org\\a", "https://example.org:0/", "https://example.org:99999/",
      "https://example.org:/", "https://[::1/", "https://[]/", "https://김.kr/",
      "http://localhost.example.org/", "http://127.0.0.1.example.org/",
      "https://example.org/" + String(repeating: "x", count: 2000),
    ] {
      XCTAssertNil(PictureURL(url), url)
    }
  }
}
