import Basics
import Core
import Platform
import Service
import Sync

/// What has been typed to sign in at a CalDAV server, with the password: nothing may show what is in it.
struct CalDAVSignInForm: Equatable, Redacted {
  typealias Field = CalDAVSignInState.Field

  private(set) var texts: [Field: String] = [:]
  /// The fingerprint of what the user trusts.
  var certificate: String?

  /// What is known before anybody has typed.
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

  /// - Returns: whether it is another text than before.
  mutating func set(_ field: Field, _ text: String) -> Bool {
    guard !self[field].isExactly(text) else { return false }
    texts[field] = text
    // It was trusted for what was typed before.
    if field == .address { certificate = nil }
    return true
  }

  /// Without white space around it.
  var address: String { trimmed(.address) }

  /// Whether all is there that is needed. An e-mail address says who signs in.
  var isComplete: Bool {
    let saysUser = address.contains("@") && !address.contains("/")
    return !address.isEmpty && (saysUser || !trimmed(.user).isEmpty) && !self[.password].isEmpty
  }

  /// - Parameters:
  ///   - expected: the account that must result when somebody signs in again.
  ///   - known: the existing accounts.
  func request(expected: ExistingCalDAVAccount?, known: Set<AccountID>) -> CalDAVSignInRequest {
    CalDAVSignInRequest(
      address: address, user: trimmed(.user), password: self[.password], certificate: certificate,
      expected: expected, known: known)
  }

  private func trimmed(_ field: Field) -> String { TodoContent.normalized(self[field]) ?? "" }
}
