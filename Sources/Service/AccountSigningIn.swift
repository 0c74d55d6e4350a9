import Core
import Sync

/// Signs people in to accounts, and out of them.
@MainActor
package protocol AccountSigningIn: AnyObject {
  /// Signs in, and keeps in the keyring what is needed to stay signed in.
  ///
  /// The account is not set up by this: who cannot set it up afterwards takes the secret away again with
  /// ``signOut(_:)``.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: AccountSignInRequest) async throws(AccountSignInFailure) -> Account

  /// Forgets what was kept of an account in the keyring; nothing happens if nothing was.
  func signOut(_ account: Account) async throws(SecretError)
}
