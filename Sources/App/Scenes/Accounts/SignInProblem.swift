import Basics
import Core
import Platform
import Service
import Sync

/// What is wrong with the typed texts, or why signing in failed, in words.
struct SignInProblem: Error, Equatable {
  /// The field to correct; nil if no field of the dialog can solve the problem.
  let field: SignInForm.Field?
  let text: String
  /// The server's own message, for its administrator.
  let details: String?

  init(_ field: SignInForm.Field?, _ text: String, details: String? = nil) {
    self.field = field
    self.text = text
    self.details = details
  }

  init(_ problem: FirestoreSettings.Problem) {
    switch problem {
    case .projectMissing: self.init(.project, tr("Enter the ID of the Google Cloud project."))
    case .projectMalformed: self.init(.project, tr("This is not a project ID."))
    case .databaseMalformed: self.init(.database, tr("This is not a database ID."))
    case .hostMalformed: self.init(.host, tr("Enter a host name, with a port if needed."))
    case .userMissing: self.init(.user, tr("Enter the user ID."))
    case .userMalformed: self.init(.user, tr("This is not a user ID."))
    }
  }

  init(_ problem: IdentitySettings.Problem) {
    switch problem {
    case .keyMissing: self.init(.apiKey, tr("Enter the Web API key of the project."))
    case .keyMalformed: self.init(.apiKey, tr("This is not an API key."))
    case .identityHostMalformed:
      self.init(.identityHost, tr("Enter a host name, with a port if needed."))
    case .tokenHostMalformed:
      self.init(.tokenHost, tr("Enter a host name, with a port if needed."))
    }
  }

  init(_ failure: AccountSignInFailure) {
    self.init(
      Self.field(of: failure), ErrorText.reason(failure), details: ErrorText.detail(failure))
  }

  private static func field(of failure: AccountSignInFailure) -> SignInForm.Field? {
    guard case .identity(let error) = failure else { return nil }
    return switch error {
    case .wrongCredentials, .tokenRevoked, .weakPassword: .password
    case .emailInUse, .invalidEmail, .userDisabled: .email
    case .badKey: .apiKey
    case .tooManyAttempts, .notEnabled, .secondFactorRequired, .refused, .transient,
      .protocolViolation:
      nil
    }
  }
}
