/// Random texts for Digest authentication (RFC 7616 §3.4).
enum ClientNonce {
  /// 32 hexadecimal digits.
  static let make: @Sendable () -> String = {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
