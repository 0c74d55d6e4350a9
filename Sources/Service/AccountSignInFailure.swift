import Sync

/// Why nobody was signed in.
package enum AccountSignInFailure: Error, Equatable {
  /// The server did not let them in.
  case identity(IdentityError)
  /// The keyring did not take what has to be kept.
  case keyring(SecretError)
  /// The address and the password are right, but belong to another user than the account does.
  case otherUser
  case cancelled

  package init(_ error: SecretError) {
    self = error == .cancelled ? .cancelled : .keyring(error)
  }
}
