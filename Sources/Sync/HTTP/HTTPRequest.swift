import Core
public import FoundationEssentials

/// One HTTP request and its limits.
public struct HTTPRequest: Hashable, Sendable {
  /// The supported methods (RFC 9110 §9; WebDAV: RFC 4918 §9, RFC 3253 §3.6, RFC 4791 §5.3.1).
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case propfind = "PROPFIND"
    case proppatch = "PROPPATCH"
    case report = "REPORT"
    case move = "MOVE"
    case makeCollection = "MKCOL"
    case makeCalendar = "MKCALENDAR"
  }

  /// Which hosts the request may reach.
  public enum Reach: Hashable, Sendable {
    /// Any host.
    case any
    /// Only hosts with an address on the public internet: for URLs that strangers have written.
    case internet
  }

  public let method: Method
  /// An absolute URL, already percent-encoded (RFC 3986).
  public let url: String
  /// Header fields. May contain credentials: never log it.
  public let headers: [String: String]
  public let body: Data?
  /// The most bytes of the decoded body that are read; one more fails the exchange.
  public let maxResponseBytes: Int
  /// The time limit for the whole exchange, from the call to the last byte.
  public let timeout: Duration
  public let reach: Reach
  /// Whether sending it twice does no more than sending it once. libsoup sends only such requests on a connection
  /// that was used before, because a server may close that one at any time.
  public let isRepeatable: Bool
  /// The SHA-256 fingerprint, in lower-case hexadecimal digits, of a certificate that is accepted although the system does
  /// not trust it. A connection that was made with it may carry other requests of the same transport.
  public let trustedCertificate: String?

  /// - Parameter isRepeatable: nil decides by the method (RFC 9110 §9.2.2).
  public init(
    method: Method, url: String, headers: [String: String] = [:], body: Data? = nil,
    maxResponseBytes: Int, timeout: Duration, reach: Reach = .any,
    isRepeatable: Bool? = nil, trustedCertificate: String? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maxResponseBytes = maxResponseBytes
    self.timeout = timeout
    self.reach = reach
    self.isRepeatable = isRepeatable ?? (method != .post)
    self.trustedCertificate = trustedCertificate
  }
}
