public import Core

/// Stores one secret for each account: a password or a refresh token.
public protocol SecretStore: Sendable {
  /// The secret of an account, never to be logged; nil if there is none.
  func secret(for account: AccountID) async throws(SecretError) -> String?

  /// Stores a secret, replacing the one before.
  /// - Parameter label: the secret's name in the keyring; contains no secret.
  func setSecret(_ secret: String, for account: AccountID, label: String)
    async throws(SecretError)

  /// Deletes the secret of an account; does nothing if there is none.
  func removeSecret(for account: AccountID) async throws(SecretError)
}
