import XCTest

@testable import Sync

final class LoopbackHostTests: XCTestCase {
  func testOnlyThisComputer() {
    for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.255.0.3", "::1", "[::1]"] {
      XCTAssertTrue(LoopbackHost.contains(host), host)
    }
    for host in [
      "", "localhost.example.org", "evil.localhost.", "127.0.0.1.example.org", "127.1",
      "128.0.0.1", "0.0.0.0", "127.0.0.256", "127.0.0.+1", "127..0.1", "::2", "10.0.0.1",
      "xn--localhost", "2130706433", "0x7f000001",
    ] {
      XCTAssertFalse(LoopbackHost.contains(host), host)
    }
  }
}
