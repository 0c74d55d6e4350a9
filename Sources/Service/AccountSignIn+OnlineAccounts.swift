import Core
import Platform

/// Signing in with what the user has set up for the whole desktop.
extension AccountSignIn {
  package func onlineAccounts() async -> [OnlineAccount] {
    await OnlineAccounts.all()
  }

  package func signIn(_ request: OnlineSignInRequest) async throws(AccountSignInFailure) -> Account
  {
    let password: String
    do throws(BusFailure) {
      password = try await OnlineAccounts.password(of: request.account)
    } catch {
      throw Task.isCancelled ? .cancelled : .onlineAccounts(error.reason)
    }
    if Task.isCancelled { throw .cancelled }
    return try await signIn(
      CalDAVSignInRequest(
        address: request.account.address, user: request.account.user, password: password,
        certificate: request.certificate, expected: request.expected, known: request.known))
  }
}

/// Which of the desktop's accounts to use here.
package struct OnlineSignInRequest: Hashable, Sendable {
  package let account: OnlineAccount
  /// The SHA-256 fingerprint, in lower-case hexadecimal digits, of a certificate that the user trusts.
  package var certificate: String?
  /// The account that must result when somebody signs in again.
  package var expected: ExistingCalDAVAccount?
  /// The existing accounts: their secrets may be replaced, but are not deleted when something fails.
  package var known: Set<AccountID> = []

  package init(
    account: OnlineAccount, certificate: String? = nil, expected: ExistingCalDAVAccount? = nil,
    known: Set<AccountID> = []
  ) {
    self.account = account
    self.certificate = certificate
    self.expected = expected
    self.known = known
  }

  /// With the address, the name and the password of the desktop's account.
  package init(_ account: OnlineAccount, _ request: CalDAVSignInRequest) {
    self.init(
      account: account, certificate: request.certificate, expected: request.expected,
      known: request.known)
  }
}
