import Basics
import TestSupport
import XCTest

@testable import Sync

final class InternetAddressTests: XCTestCase {
  func testWhatIsPublic() {
    for text in [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
      "126.255.255.255", "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255",
      "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
      "223.255.255.255", "2001:4860:4860::8888", "2606:4700::1111", "2a00:1450:4001::1",
      "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:0808:0808::1",
    ] {
      XCTAssertEqual(InternetAddress(text)?.isPublic, true, text)
    }
  }

  func testWhatIsNot() {
    for text in [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
      "127.0.0.1", "127.255.255.254", "169.254.0.1", "169.254.169.254", "172.16.0.1",
      "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255",
      "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.251",
      "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1",
      "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1",
      "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::8.8.8.8", "2002:7f00:0001::1",
      "2002:0a00:0001::1", "2001::1", "2001:db8::1", "3fff::1", "fc00::1", "fd00:ec2::254",
      "fe80::1", "febf::1", "fec0::1", "ff02::fb", "ff0e::1", "100::1", "4000::1", "8000::1",
    ] {
      XCTAssertEqual(InternetAddress(text)?.isPublic, false, text)
    }
  }

  func testOtherSpellingsAreNoAddresses() {
    for text in [
      "", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.0.0.1",
      "127.0.0.1.",
      " 127.0.0.1", "127.0.0.1:80", "[::1]", "fe80::1%eth0", "1.2.3.256", "1.2.3.4.5",
    ] {
      XCTAssertNil(InternetAddress(text), text)
    }
  }

  /// What counts is what a name is connected to. Names below `localhost` are this computer without any
  /// server of names (RFC 6761 §6.3), as a stranger's name can be.
  func testANameThatLeadsHereIsNotConnectedTo() async throws {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    for host in ["pictures.localhost", "127.0.0.1", "localhost", "[::1]"] {
      await assertThrows(HTTPFailure.privateAddress, host) {
        try await SoupTransport().send(
          HTTPRequest(
            method: .get, url: "https://\(host):\(proxy.port)/", maxResponseBytes: 1000,
            timeout: .seconds(10), reach: .internet))
      }
    }
    // What the resolver makes of these is its own affair; nothing is connected to.
    for host in ["127.1", "2130706433", "0x7f000001", "0177.0.0.1"] {
      _ = await errorThrown(HTTPFailure.self) {
        try await SoupTransport().send(
          HTTPRequest(
            method: .get, url: "https://\(host):\(proxy.port)/", maxResponseBytes: 1000,
            timeout: .seconds(10), reach: .internet))
      }
    }
    XCTAssertEqual(proxy.connections, 0)
    // The same name is connected to where it is allowed; what listens there speaks no TLS.
    let error = await errorThrown(HTTPFailure.self) {
      try await SoupTransport().send(
        HTTPRequest(
          method: .get, url: "https://pictures.localhost:\(proxy.port)/", maxResponseBytes: 1000,
          timeout: .milliseconds(500)))
    }
    XCTAssertNotEqual(error, .privateAddress)
    XCTAssertGreaterThan(proxy.connections, 0)
  }
}
