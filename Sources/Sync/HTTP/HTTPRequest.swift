import Core
public import FoundationEssentials

/// One HTTP request with the limits under which it is made.
public struct HTTPRequest: Hashable, Sendable {
  /// The methods in use (RFC 9110 §9).
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// Which computers may be asked.
  public enum Reach: Hashable, Sendable {
    /// The one that is named.
    case any
    /// The one that is named, if its address is one of the public internet: for URLs that strangers have
    /// written.
    case internet
  }

  public let method: Method
  /// An absolute URL, already percent-encoded (RFC 3986).
  public let url: String
  /// Field names with their values. May hold credentials: never log it.
  public let headers: [String: String]
  public let body: Data?
  /// The most bytes of the decoded answer that are read; one more fails the exchange.
  public let maxResponseBytes: Int
  /// The time for the whole exchange, from the call to the last byte.
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
