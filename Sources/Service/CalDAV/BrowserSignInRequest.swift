import Core

/// Who wants to sign in at a Nextcloud server through the browser, and where.
package struct BrowserSignInRequest: Hashable, Sendable {
  /// An e-mail address, a host or a URL, as typed.
  package let address: String
  /// The SHA-256 fingerprint, in lower-case hexadecimal digits, of a certificate that the user trusts.
  package var certificate: String?
  /// The account that must result when somebody signs in again.
  package var expected: ExistingCalDAVAccount?
  /// The existing accounts: their secrets may be replaced, but are not deleted when something fails.
  package var known: Set<AccountID> = []

  package init(
    address: String, certificate: String? = nil, expected: ExistingCalDAVAccount? = nil,
    known: Set<AccountID> = []
  ) {
    self.address = address
    self.certificate = certificate
    self.expected = expected
    self.known = known
  }

  /// Without the name and the password, which the server gives.
  package init(_ request: CalDAVSignInRequest) {
    self.init(
      address: request.address, certificate: request.certificate, expected: request.expected,
      known: request.known)
  }
}
