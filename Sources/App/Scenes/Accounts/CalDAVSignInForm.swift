import Basics
import Core
import Platform
import Service
import Sync

/// The texts typed to sign in to a CalDAV server. It contains the password, so it must not be printed or logged.
struct CalDAVSignInForm: Equatable, Redacted {
  typealias Field = CalDAVSignInState.Field

  private(set) var texts: [Field: String] = [:]
  /// The fingerprint of the certificate that the user trusts.
  var certificate: String?

  /// The form with the values that are known in advance.
  init(_ mode: CalDAVSignInPresenter.Mode) {
    switch mode {
    case .add: break
    case .online(let account): texts = [.address: account.address, .user: account.user]
    case .again(_, let settings):
      texts = [.address: settings.server + settings.home, .user: settings.user]
      certificate = settings.certificate
    }
  }

  subscript(field: Field) -> String { texts[field] ?? "" }

  /// - Returns: whether the text has changed.
  mutating func set(_ field: Field, _ text: String) -> Bool {
    guard !self[field].isExactly(text) else { return false }
    texts[field] = text
    // The certificate was trusted for the previous address.
    if field == .address { certificate = nil }
    return true
  }

  /// Without white space around it.
  var address: String { trimmed(.address) }

  /// Whether all required fields are filled in. An e-mail address as the server's address includes the user name.
  var isComplete: Bool {
    let saysUser = address.contains("@") && !address.contains("/")
    return !address.isEmpty && (saysUser || !trimmed(.user).isEmpty) && !self[.password].isEmpty
  }

  /// - Parameters:
  ///   - expected: when signing in again, the account that must result.
  ///   - known: the existing accounts.
  func request(expected: ExistingCalDAVAccount?, known: Set<AccountID>) -> CalDAVSignInRequest {
    CalDAVSignInRequest(
      address: address, user: trimmed(.user), password: self[.password], certificate: certificate,
      expected: expected, known: known)
  }

  private func trimmed(_ field: Field) -> String { TodoContent.normalized(self[field]) ?? "" }
}
