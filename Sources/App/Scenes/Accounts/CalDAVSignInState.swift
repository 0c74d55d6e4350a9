import Platform
import Service
import Sync

/// Everything the dialog shows in which somebody signs in at a CalDAV server. The password is not in it: it stands in
/// its entry, and nothing puts it there.
struct CalDAVSignInState: Equatable {
  enum Field: Hashable, CaseIterable {
    case address
    case user
    case password
  }

  /// What is wrong, in words.
  struct Problem: Equatable {
    /// Where it can be mended; nil if nowhere in the dialog.
    let field: Field?
    let text: String
    /// What the server said, for somebody who looks after it.
    var details: String?
  }

  var title: String
  /// Who signs in again, where only the name and the password are needed.
  var knownName: String?
  var problem: Problem?
  /// Grows with each problem, so that the focus goes there again.
  var problemCount = 0
  /// While the server is asked.
  var isBusy = false
  /// Whether the server lets people sign in through the browser.
  var offersBrowser = false
  /// What the browser has to open, while somebody signs in there.
  var browserAddress: String?
  var canSubmit = false
  /// Whether there are lists on this computer that could be moved.
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
