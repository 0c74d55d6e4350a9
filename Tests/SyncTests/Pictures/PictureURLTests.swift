import Basics
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
      "https://1.1.1.1/a": "https://1.1.1.1/a",
      "https://[2606:4700::1111]/a": "https://[2606:4700::1111]/a",
      "https://localhost.example.org/": "https://localhost.example.org/",
      "http://127.0.0.1/a": "http://127.0.0.1/a", "http://[::1]:80/a": "http://[::1]:80/a",
    ] {
      XCTAssertEqual(PictureURL(url)?.text, text, url)
    }
    XCTAssertEqual(PictureURL("https://localhost/")?.isLoopback, true)
    XCTAssertEqual(PictureURL("https://example.org/")?.isLoopback, false)
  }

  /// Neither the networks around this computer nor this computer in any other spelling.
  func testAddressesThatAreNotOfTheInternet() {
    for host in [
      "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
      "224.0.0.1", "255.255.255.255", "[fc00::1]", "[fe80::1]", "[ff02::1]", "[::]",
      "[::ffff:127.0.0.1]", "[::ffff:192.168.1.1]", "[0:0:0:0:0:ffff:7f00:1]",
      "[64:ff9b::7f00:1]", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1",
      "017700000001", "127.0.0.1.", "localhost.", "pictures.localhost", "a.LOCALHOST", "1.2.3",
      "example.0x1", "example.1", "..", "[1::2::3]",
    ] {
      for scheme in ["https", "http"] {
        XCTAssertNil(PictureURL("\(scheme)://\(host)/a.png"), "\(scheme) \(host)")
        XCTAssertNil(PictureURL("\(scheme)://\(host):8080/a.png"), "\(scheme) \(host)")
      }
    }
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
