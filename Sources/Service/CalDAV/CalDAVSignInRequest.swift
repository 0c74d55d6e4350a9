import Basics
import Core
import Sync

/// Who wants to use which CalDAV server. Contains a password, so it must never be logged or shown.
package struct CalDAVSignInRequest: Equatable, Redacted {
  /// An e-mail address, a host or a URL, as typed.
  package let address: String
  /// Empty takes the name from the e-mail address.
  package let user: String
  package let password: String
  /// The SHA-256 fingerprint, in lower-case hexadecimal digits, of a certificate that the user trusts.
  package var certificate: String?
  /// The account that must result when somebody signs in again.
  package var expected: ExistingCalDAVAccount?
  /// The existing accounts: their secrets may be replaced, but are not deleted when something fails.
  package var known: Set<AccountID> = []

  package init(
    address: String, user: String, password: String, certificate: String? = nil,
    expected: ExistingCalDAVAccount? = nil, known: Set<AccountID> = []
  ) {
    self.address = address
    self.user = user
    self.password = password
    self.certificate = certificate
    self.expected = expected
    self.known = known
  }
}
