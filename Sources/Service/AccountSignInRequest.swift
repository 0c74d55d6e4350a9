import Core
import Sync

/// Who wants to sign in, and where. Holds a password: nothing may show what is in it.
package struct AccountSignInRequest: Equatable, Redacted {
  /// The project, the database and the host. Its user says nothing: signing in tells who it is.
  package let server: FirestoreSettings
  package let identity: IdentitySettings
  package let email: String
  package let password: String
  /// Whether the user is to be made.
  package var isNew = false
  /// The account that has to come out, where somebody signs in again.
  package var expected: AccountID?
  /// The accounts that are set up: their secrets are replaced, but not taken away when something fails.
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
  /// - Throws: ``AccountSignInFailure/otherUser``, or a violation of the protocol for a user ID that
  ///   cannot be one.
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
