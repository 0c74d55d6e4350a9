import Core
public import FoundationEssentials

/// One HTTP request and its limits.
public struct HTTPRequest: Hashable, Sendable {
  /// The supported methods (RFC 9110 §9).
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
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

  public init(
    method: Method, url: String, headers: [String: String] = [:], body: Data? = nil,
    maxResponseBytes: Int, timeout: Duration, reach: Reach = .any
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maxResponseBytes = maxResponseBytes
    self.timeout = timeout
    self.reach = reach
  }
}
