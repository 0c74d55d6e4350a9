package import Core

/// Why no account was found at an address.
package enum CalDAVDiscoveryError: Error, Hashable, Sendable {
  /// The text is no e-mail address, host or URL.
  case notAnAddress
  /// Plain http to another computer.
  case insecureAddress
  /// Nobody answers there.
  case unreachable
  /// The server refuses the name or the password.
  case wrongPassword
  /// The server's certificate is not trusted. It can be trusted for this account by its fingerprint.
  case untrustedCertificate(UntrustedCertificate)
  /// The search leads to another host, which gets the password only if the user names that host.
  case otherHost(String)
  /// What answers there does not speak CalDAV.
  case notCalDAV
  /// The user has calendars there, and none of them takes to-dos.
  case noTaskList
  /// The server has trouble: 429 or 5xx.
  case unavailable(status: Int)
}
