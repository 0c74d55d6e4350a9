/// Why nobody was signed up or in, or a token was not renewed.
public enum IdentityError: Error, Hashable, Sendable {
  /// No user has this e-mail address, or the password is not the user's. Projects that protect
  /// addresses from being guessed do not tell which.
  case wrongCredentials
  /// Somebody has signed up with this e-mail address already.
  case emailInUse
  /// The password is too short or breaks the project's rules for passwords.
  case weakPassword
  /// The e-mail address is none.
  case invalidEmail
  /// An administrator has locked the user out.
  case userDisabled
  /// The server wants to be left alone after too many attempts.
  case tooManyAttempts
  /// The refresh token is no longer accepted: the user has to sign in again.
  case tokenRevoked
  /// The project does not let users sign up or in with a password.
  case notEnabled
  /// The server does not accept the API key.
  case badKey
  /// The user's account asks for a second factor, which this app cannot give.
  case secondFactorRequired
  /// The server refused for another reason; `code` is its own name for it, or empty.
  case refused(status: Int, code: String)
  /// May work later; always ``SyncError/transient(cause:retryAfter:)``.
  case transient(SyncError)
  /// The answer makes no sense. `detail` holds nothing the user has written and no secret.
  case protocolViolation(detail: String)
}
