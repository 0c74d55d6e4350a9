import XCTest

@testable import Core

final class FirestoreSettingsTests: XCTestCase {
  private typealias Problem = FirestoreSettings.Problem

  private func settings(
    project: String = "demo", database: String = "", host: String = "", user: String = "ann"
  ) throws -> FirestoreSettings {
    try FirestoreSettings(project: project, database: database, host: host, user: user)
  }

  private func problem(_ make: () throws -> FirestoreSettings) -> Problem? {
    do {
      _ = try make()
      return nil
    } catch {
      return error as? Problem
    }
  }

  func testFillsInWhatIsUsual() throws {
    let made = try settings(project: " demo ", database: " ", host: "", user: "\tann\n")
    XCTAssertEqual(made.project, "demo")
    XCTAssertEqual(made.database, "(default)")
    XCTAssertEqual(made.host, "firestore.googleapis.com")
    XCTAssertEqual(made.user, "ann")
    XCTAssertEqual(made.serverURL, "https://firestore.googleapis.com")
    XCTAssertFalse(made.isLoopback)
  }

  func testIdentifiers() {
    let long = String(repeating: "a", count: 1_500)
    for good in ["a", "a.b", "a b", "...", "ünï", "a?b", "a#b", "a%2Fb", "_", "__", long] {
      XCTAssertNil(problem { try settings(project: good) }, good)
      XCTAssertNil(problem { try settings(database: good) }, good)
      XCTAssertNil(problem { try settings(user: good) }, good)
    }
    for bad in ["a/b", "/", ".", "..", "a\u{0}b", "a\nb", "a\u{7f}", "__a__", "____", long + "a"] {
      XCTAssertEqual(problem { try settings(project: bad) }, .projectMalformed, bad)
      XCTAssertEqual(problem { try settings(database: bad) }, .databaseMalformed, bad)
      XCTAssertEqual(problem { try settings(user: bad) }, .userMalformed, bad)
    }
    XCTAssertEqual(problem { try settings(project: " ") }, .projectMissing)
    XCTAssertEqual(problem { try settings(user: "") }, .userMissing)
  }

  func testHosts() throws {
    let good = [
      "example.org", "EXAMPLE.org", "example.org:443", "example.org:1", "example.org:65535",
      "10.0.0.1", "10.0.0.1:8080", "[::1]", "[::1]:8080", "[2001:db8::1]", "a-b.example", "x",
      "xn--bcher-kva.example", "[::ffff:127.0.0.1]",
    ]
    for host in good {
      XCTAssertEqual(try settings(host: host).host, host.lowercased(), host)
    }
    let bad = [
      "http://example.org", "example.org/", "example.org/x", "a b", "example.org:", ":8080",
      "example.org:0", "example.org:65536", "example.org:-1", "example.org:+80", "example.org:8o",
      "example.org:８０", "user@example.org", "[::1", "::1]", "[]", "[]:80", "[::1]x", "::1",
      "[::g]", "[：：1]", "[１]", "a?b", "a#b", "a%41", "bücher.example", "a_b\u{0}", ".", "..",
      "a..b", ".a", "a.", "-a", "a-", "a:80:80", "example.org\u{7f}",
    ]
    for host in bad {
      XCTAssertEqual(problem { try settings(host: host) }, .hostMalformed, host)
    }
  }

  func testPlainHTTPOnlyOnThisComputer() throws {
    let here = [
      "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:8080", "127.255.255.254", "[::1]",
      "[::1]:8080", "127.1.2.3:1",
    ]
    for host in here {
      let made = try settings(host: host)
      XCTAssertTrue(made.isLoopback, host)
      XCTAssertEqual(made.serverURL, "http://" + host.lowercased())
    }
    let elsewhere = [
      "127.0.0.1.example.org", "127.example.org", "localhost.example.org", "128.0.0.1",
      "127.0.0.256", "127.0.0", "0.0.0.0", "10.0.0.1", "notlocalhost", "[::2]", "[::1:1]",
      "1270.0.0.1", "126.0.0.1:127",
    ]
    for host in elsewhere {
      let made = try settings(host: host)
      XCTAssertFalse(made.isLoopback, host)
      XCTAssertEqual(made.serverURL, "https://" + host)
    }
  }

  func testTheAccountIsNamedByAllThatTellsItApart() throws {
    let all = [
      try settings(), try settings(project: "b"), try settings(database: "b"),
      try settings(host: "example.org"), try settings(user: "b"),
      try settings(host: "example.org:444"),
    ].map { Account(firestore: $0).id }
    XCTAssertEqual(Set(all).count, all.count)
    XCTAssertEqual(Account(firestore: try settings(host: " FIRESTORE.googleapis.com")).id, all[0])
  }
}
