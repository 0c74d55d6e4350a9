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
