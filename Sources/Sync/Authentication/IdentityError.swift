/// Why signing up, signing in or renewing a token failed.
public enum IdentityError: Error, Hashable, Sendable {
  /// No user has this e-mail address, or the password is wrong. Projects with protection against guessing
  /// addresses do not say which.
  case wrongCredentials
  /// Somebody has signed up with this e-mail address already.
  case emailInUse
  /// The password is too short or breaks the project's rules for passwords.
  case weakPassword
  /// Not a valid e-mail address.
  case invalidEmail
  /// An administrator has disabled the user.
  case userDisabled
  /// The server asks for a pause after too many attempts.
  case tooManyAttempts
  /// The refresh token is no longer accepted: the user has to sign in again.
  case tokenRevoked
  /// The project does not let users sign up or in with a password.
  case notEnabled
  /// The server does not accept the API key.
  case badKey
  /// The user's account requires a second factor, which this app does not support.
  case secondFactorRequired
  /// The server refused for another reason; `code` is its own name for it, or empty.
  case refused(status: Int, code: String)
  /// May work later; always ``SyncError/transient(cause:retryAfter:)``.
  case transient(SyncError)
  /// The answer is invalid. `detail` contains nothing the user has written and no secret.
  case protocolViolation(detail: String)
}
