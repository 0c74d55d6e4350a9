import Sync

/// Why signing in failed.
package enum AccountSignInFailure: Error, Equatable {
  /// The server refused.
  case identity(IdentityError)
  /// The keyring did not store the secret.
  case keyring(SecretError)
  /// The address and the password are right, but belong to another user than the account.
  case otherUser
  case cancelled

  package init(_ error: SecretError) {
    self = error == .cancelled ? .cancelled : .keyring(error)
  }
}
