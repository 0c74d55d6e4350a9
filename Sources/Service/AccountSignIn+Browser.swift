import Core
import Sync

/// Signing in through the browser. It differs from signing in with a typed password only in where the password comes
/// from.
extension AccountSignIn {
  package func offersBrowser(at address: String, certificate: String?) async -> Bool {
    do throws(LoginFlowError) {
      return try await LoginFlow(transport: transport)
        .isOffered(at: address, certificate: certificate)
    } catch {
      // The server cannot be asked before its certificate is trusted. The browser is offered all the same, so that the
      // user can trust the certificate.
      if case .server(.untrustedCertificate) = error { return true }
      return false
    }
  }

  package func signIn(
    _ request: BrowserSignInRequest, open: @escaping @MainActor (String) -> Void
  ) async throws(AccountSignInFailure) -> Account {
    // Without a keyring the password that the server makes could not be stored.
    try await checkKeyring(request.expected?.id ?? AccountID(rawValue: ""))
    let flow = LoginFlow(transport: transport)
    let credentials: LoginFlowCredentials
    do throws(LoginFlowError) {
      let start = try await flow.begin(at: request.address, certificate: request.certificate)
      if Task.isCancelled { throw .cancelled }
      open(start.address)
      credentials = try await flow.credentials(for: start)
    } catch {
      throw AccountSignInFailure(error)
    }
    do throws(AccountSignInFailure) {
      return try await signIn(
        CalDAVSignInRequest(
          address: credentials.address, user: credentials.user, password: credentials.password,
          certificate: request.certificate, expected: request.expected, known: request.known))
    } catch {
      throw error == .otherCalendars ? .otherBrowserUser : error
    }
  }
}

extension AccountSignInFailure {
  fileprivate init(_ error: LoginFlowError) {
    switch error {
    case .cancelled: self = .cancelled
    case .server(let problem): self = Task.isCancelled ? .cancelled : .caldav(problem)
    case .notOffered, .otherServer, .expired, .refused, .malformed: self = .browser(error)
    }
  }
}
