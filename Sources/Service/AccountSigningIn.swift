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

  /// Deletes what the keyring has for an account; does nothing if it has nothing.
  func signOut(_ account: Account) async throws(SecretError)
}
