import Core
public import FoundationEssentials

/// A complete HTTP answer.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code (RFC 9110 §15).
  public let status: Int
  /// Field values by name in lower case; repeated fields are joined by a comma (RFC 9110 §5.3).
  public let headers: [String: String]
  public let body: Data

  /// - Parameter headers: names in any case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $0 + ", " + $1 })
    self.body = body
  }

  /// Whether the body may be a JSON object or array (RFC 8259 §2); a web page never is.
  var beginsAsJSON: Bool {
    guard let first = body.first(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) else {
      return false
    }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
