public import Core

/// Keeps one secret for each account: a password or a refresh token.
public protocol SecretStore: Sendable {
  /// The secret of an account, never to be logged; nil if there is none.
  func secret(for account: AccountID) async throws(SecretError) -> String?

  /// Keeps a secret, in place of the one before.
  /// - Parameter label: what a person sees for it in the keyring; no secret.
  func setSecret(_ secret: String, for account: AccountID, label: String)
    async throws(SecretError)

  /// Forgets the secret of an account; nothing happens if there is none.
  func removeSecret(for account: AccountID) async throws(SecretError)
}
