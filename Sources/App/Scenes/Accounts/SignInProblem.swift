import Basics
import Core
import Platform
import Service
import Sync

/// What is wrong with what was typed, or why it led nowhere, in words.
struct SignInProblem: Error, Equatable {
  /// Where it can be mended; nil if nowhere in the dialog.
  let field: SignInForm.Field?
  let text: String
  /// What the server said, for somebody who looks after it.
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
