import Platform
import Service
import Sync

/// The state of the dialog for signing in to a CalDAV server. It does not contain the password, which only its entry
/// holds.
struct CalDAVSignInState: Equatable {
  enum Field: Hashable, CaseIterable {
    case address
    case user
    case password
  }

  /// What is wrong, in words.
  struct Problem: Equatable {
    /// The field to correct; nil if no field of the dialog can solve the problem.
    let field: Field?
    let text: String
    /// The server's own message, for its administrator.
    var details: String?
  }

  var title: String
  /// The account's name when signing in again, where only the user name and the password are needed.
  var knownName: String?
  var problem: Problem?
  /// Grows with each problem, so that the view moves the focus to the field again.
  var problemCount = 0
  /// Whether the server's answer is awaited.
  var isBusy = false
  /// Whether the server offers signing in through the browser.
  var offersBrowser = false
  /// The address that the browser has to open, while the user signs in there.
  var browserAddress: String?
  var canSubmit = false
  /// Whether lists of this computer could be moved to the account.
  var hasLocalLists = false
  var isMoving = false
}

extension CalDAVSignInState.Problem {
  init(_ failure: AccountSignInFailure) {
    self.init(
      field: Self.field(of: failure), text: ErrorText.reason(failure),
      details: ErrorText.detail(failure))
  }

  private static func field(of failure: AccountSignInFailure) -> CalDAVSignInState.Field? {
    if case .browser(.otherServer) = failure { return .address }
    if case .onlineAccounts = failure { return .password }
    if case .otherCalendars = failure { return .user }
    guard case .caldav(let error) = failure else { return nil }
    return switch error {
    case .notAnAddress, .insecureAddress, .otherHost, .notCalDAV: .address
    case .wrongPassword: .password
    case .unreachable, .untrustedCertificate, .noTaskList, .unavailable: nil
    }
  }
}
