import Basics

/// Where one user's lists are kept on a CalDAV server (RFC 4791), as discovery found it.
public struct CalDAVSettings: Hashable, Sendable, Codable {
  /// Scheme, host and port, without a slash at the end.
  @Exact public private(set) var server: String
  /// The path of the collection that holds the user's calendars, percent-encoded, with a slash at both ends.
  @Exact public private(set) var home: String
  /// The name with which the user signs in.
  @Exact public private(set) var user: String
  /// The SHA-256 fingerprint, in lower-case hexadecimal digits, of a certificate that the user trusts although the system
  /// does not.
  public let certificate: String?

  public init(server: String, home: String, user: String, certificate: String? = nil) {
    self.server = server
    self.home = home
    self.user = user
    self.certificate = certificate
  }

  /// The same server, with another certificate that the user trusts.
  public func trusting(_ certificate: String) -> CalDAVSettings {
    CalDAVSettings(server: server, home: home, user: user, certificate: certificate)
  }

  /// The server's host, with its port if it is not the usual one.
  public var host: String { server.splitExactly(at: "/").last ?? server }
}
