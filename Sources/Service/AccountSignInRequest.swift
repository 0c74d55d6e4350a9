import Core
import Sync

/// Why signing in failed.
package enum AccountSignInFailure: Error, Equatable {
  /// The server refused.
  case identity(IdentityError)
  /// There is no account at the address of a CalDAV server, or it cannot be used.
  case caldav(CalDAVDiscoveryError)
  /// Nobody signed in through the browser.
  case browser(LoginFlowError)
  /// The desktop's settings did not give the password; the reason in English.
  case onlineAccounts(String)
  /// A user other than the account's signed in through the browser.
  case otherBrowserUser
  /// The keyring did not store the secret.
  case keyring(SecretError)
  /// The address and the password are right, but belong to another user than the account.
  case otherUser
  /// The name and the password are right, but lead to other calendars than the account's.
  case otherCalendars
  case cancelled

  package init(_ error: SecretError) {
    self = error == .cancelled ? .cancelled : .keyring(error)
  }
}

/// Who wants to sign in, and where. Contains a password, so it must never be logged or shown.
package struct AccountSignInRequest: Equatable, Redacted {
  /// The project, the database and the host. Its user is ignored: the server tells who signed in.
  package let server: FirestoreSettings
  package let identity: IdentitySettings
  package let email: String
  package let password: String
  /// Whether to create the user.
  package var isNew = false
  /// The account that must result when somebody signs in again.
  package var expected: AccountID?
  /// The existing accounts: their secrets may be replaced, but are not deleted when something fails.
  package var known: Set<AccountID> = []

  package init(
    server: FirestoreSettings, identity: IdentitySettings, email: String, password: String,
    isNew: Bool = false, expected: AccountID? = nil, known: Set<AccountID> = []
  ) {
    self.server = server
    self.identity = identity
    self.email = email
    self.password = password
    self.isNew = isNew
    self.expected = expected
    self.known = known
  }

  /// The account of a user.
  /// - Throws: ``AccountSignInFailure/otherUser``, or a protocol violation for an invalid user ID.
  package func account(ofUser user: String) throws(AccountSignInFailure) -> Account {
    let settings: FirestoreSettings
    do throws(FirestoreSettings.Problem) {
      settings = try FirestoreSettings(
        project: server.project, database: server.database, host: server.host, user: user)
    } catch {
      throw .identity(.protocolViolation(detail: "user ID"))
    }
    let account = Account(firestore: settings, signIn: SignIn(email: email, identity: identity))
    if let expected, expected != account.id { throw .otherUser }
    return account
  }
}
