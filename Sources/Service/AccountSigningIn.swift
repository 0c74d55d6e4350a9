import Core
import Sync

/// Signs users in and out.
@MainActor
package protocol AccountSigningIn: AnyObject {
  /// Signs in, and stores in the keyring what is needed to stay signed in.
  ///
  /// Does not add the account. A caller that cannot add it afterwards deletes the secret again with
  /// ``signOut(_:)``.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: AccountSignInRequest) async throws(AccountSignInFailure) -> Account

  /// Finds the account at a CalDAV server, and stores its password in the keyring.
  ///
  /// Does not add the account either.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: CalDAVSignInRequest) async throws(AccountSignInFailure) -> Account

  /// Whether somebody can sign in at a server through the browser. Begins nothing, and sends nothing but the question.
  /// - Parameters:
  ///   - address: an e-mail address, a host or a URL, as typed.
  ///   - certificate: the fingerprint of a certificate that the user trusts.
  func offersBrowser(at address: String, certificate: String?) async -> Bool

  /// Lets somebody sign in through the browser, and goes on as with a typed password.
  ///
  /// Does not add the account either.
  /// - Parameter open: gets what the browser has to open; called once, before the waiting begins.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: BrowserSignInRequest, open: @escaping @MainActor (String) -> Void)
    async throws(AccountSignInFailure) -> Account

  /// The accounts at CalDAV servers that the user has set up for the whole desktop.
  func onlineAccounts() async -> [OnlineAccount]

  /// Signs in with the password that the desktop's settings have, and stores it in the keyring too.
  ///
  /// Does not add the account either.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: OnlineSignInRequest) async throws(AccountSignInFailure) -> Account

  /// Deletes what the keyring has for an account; does nothing if it has nothing.
  func signOut(_ account: Account) async throws(SecretError)
}

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
  /// Somebody else than the account's user signed in through the browser.
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
