import Basics
import Glibc

/// The bytes of an IPv4 or IPv6 address, and the kind of network it belongs to.
struct InternetAddress: Hashable, Sendable {
  /// Four bytes or sixteen, in network order.
  let bytes: [UInt8]

  /// Nil for another number of bytes.
  init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Parses the canonical forms (inet_pton(3)): four decimal numbers, or IPv6 without brackets. Nil for
  /// everything else, including names and octal, hexadecimal or single-number forms.
  init?(_ text: String) {
    var buffer = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &buffer) == 1 {
      bytes = Array(buffer.prefix(4))
    } else if inet_pton(AF_INET6, text, &buffer) == 1 {
      bytes = buffer
    } else {
      return nil
    }
  }

  /// Whether the address is on the public internet: not this computer, nor the networks around it, such as
  /// the router's pages, other people's devices or a cloud's metadata server
  /// (https://www.iana.org/assignments/iana-ipv4-special-registry,
  /// https://www.iana.org/assignments/iana-ipv6-special-registry).
  var isPublic: Bool {
    bytes.count == 4 ? Self.isPublicIPv4(bytes[...]) : Self.isPublicIPv6(bytes[...])
  }

  private static func isPublicIPv4(_ address: ArraySlice<UInt8>) -> Bool {
    let b = Array(address)
    switch (b[0], b[1], b[2]) {
    // This network, private use (RFC 1918), loopback.
    case (0, _, _), (10, _, _), (127, _, _), (172, 16...31, _), (192, 168, _): return false
    // Shared by a provider's customers (RFC 6598); link-local, with a cloud's metadata server (RFC 3927).
    case (100, 64...127, _), (169, 254, _): return false
    // Protocol assignments, documentation, benchmarks, former 6to4 relays.
    case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113), (198, 18...19, _), (192, 88, 99):
      return false
    // Multicast and reserved addresses, broadcast included.
    case (224...255, _, _): return false
    default: return true
    }
  }

  private static func isPublicIPv6(_ address: ArraySlice<UInt8>) -> Bool {
    let b = Array(address)
    // Forms of an IPv4 address: mapped (RFC 4291 §2.5.5.2), behind NAT64 (RFC 6052), 6to4.
    if b[..<10].allSatisfy({ $0 == 0 }), b[10] == 0xff, b[11] == 0xff {
      return isPublicIPv4(b[12...])
    }
    if Array(b[..<4]) == [0x00, 0x64, 0xff, 0x9b], b[4..<12].allSatisfy({ $0 == 0 }) {
      return isPublicIPv4(b[12...])
    }
    if b[0] == 0x20, b[1] == 0x02 { return isPublicIPv4(b[2..<6]) }
    // Protocol assignments with Teredo, and documentation (RFC 3849, RFC 9637).
    if b[0] == 0x20, b[1] == 0x01, b[2] < 0x02 { return false }
    if Array(b[..<4]) == [0x20, 0x01, 0x0d, 0xb8] { return false }
    if b[0] == 0x3f, b[1] == 0xff, b[2] < 0x10 { return false }
    // Of the rest, only global unicast is public (RFC 4291 §2.5.4).
    return b[0] & 0xe0 == 0x20
  }
}
