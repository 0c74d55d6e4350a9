/// Why a secret was not read, kept or removed.
public enum SecretError: Error, Hashable, Sendable {
  /// There is no session bus, or nothing on it keeps secrets: no keyring is installed or running.
  case unavailable
  /// The keyring stays locked: the question for its password was closed or could not be shown.
  case locked
  /// No answer within the time limit.
  case timedOut
  /// The calling task was cancelled.
  case cancelled
  /// Anything else; `detail` is the domain and the code of the error, and holds no secret.
  case failed(detail: String)
}
