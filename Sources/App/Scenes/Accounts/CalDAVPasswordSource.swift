import Core
import Service

/// The source of the password for a CalDAV server.
enum CalDAVPasswordSource {
  case typed
  /// The server creates a password after the user has signed in in the browser.
  case browser
  /// The desktop's settings contain the password.
  case online(OnlineAccount)

  /// Signs in.
  /// - Parameter onBrowserAddress: called with the address that the browser has to open.
  /// - Throws: ``AccountSignInFailure``.
  @MainActor
  func signIn(
    _ request: CalDAVSignInRequest, _ signing: any AccountSigningIn,
    onBrowserAddress: @escaping @MainActor @Sendable (String) -> Void
  ) async throws(AccountSignInFailure) -> Account {
    switch self {
    case .typed: try await signing.signIn(request)
    case .browser:
      try await signing.signIn(BrowserSignInRequest(request)) { onBrowserAddress($0) }
    case .online(let account): try await signing.signIn(OnlineSignInRequest(account, request))
    }
  }
}
