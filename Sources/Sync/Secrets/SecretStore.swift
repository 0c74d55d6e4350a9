import CSecret
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

  /// Lets the user be asked for the keyring's password again, because the user wants something that needs it.
  func askAgain()
}

extension SecretStore {
  public func askAgain() {}
}

/// Why a secret was not read, stored or deleted.
public enum SecretError: Error, Hashable, Sendable {
  /// There is no session bus, or no Secret Service on it: no keyring is installed or running.
  case unavailable
  /// The keyring stays locked: its password dialog was closed or could not be shown.
  case locked
  /// No answer within the time limit.
  case timedOut
  /// The calling task was cancelled.
  case cancelled
  /// Anything else; `detail` is the error's domain and code, and contains no secret.
  case failed(detail: String)
}

extension SecretError {
  /// Classifies an error by domain and code, and releases it.
  static func take(_ error: UnsafeMutablePointer<GError>?) -> SecretError {
    let failure = optimist_secret_failure(error)
    defer { if let error { g_error_free(error) } }
    switch failure {
    case OPTIMIST_SECRET_UNAVAILABLE: return .unavailable
    case OPTIMIST_SECRET_LOCKED: return .locked
    case OPTIMIST_SECRET_TIMED_OUT: return .timedOut
    default:
      guard let error else { return .failed(detail: "no error given") }
      let name = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "?"
      return .failed(detail: "\(name) \(error.pointee.code)")
    }
  }
}
