import Core
import Sync

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Signs in as a test says, without a server and a keyring.
@MainActor
final class RecordingSignIn: AccountSigningIn {
  private(set) var requests: [AccountSignInRequest] = []
  private(set) var caldavRequests: [CalDAVSignInRequest] = []
  private(set) var signedOut: [AccountID] = []
  /// Who has a secret in the keyring that there is not.
  private(set) var secrets: Set<AccountID> = []
  /// What the next attempts fail with, one after another.
  var failures: [AccountSignInFailure] = []
  /// The user whom the server says it is.
  var user = "uid"
  var signOutFailure: SecretError?
  /// Whether attempts stay under way until ``answer()`` or their cancellation.
  var isHolding = false
  private var open: [CheckedContinuation<Void, Never>] = []

  var openCount: Int { open.count }

  func signIn(_ request: AccountSignInRequest) async throws(AccountSignInFailure) -> Account {
    requests.append(request)
    if isHolding { await withCheckedContinuation { open.append($0) } }
    if !failures.isEmpty { throw failures.removeFirst() }
    let account = try request.account(ofUser: user)
    secrets.insert(account.id)
    return account
  }

  func signIn(_ request: CalDAVSignInRequest) async throws(AccountSignInFailure) -> Account {
    caldavRequests.append(request)
    if isHolding { await withCheckedContinuation { open.append($0) } }
    if !failures.isEmpty { throw failures.removeFirst() }
    let account = Account(
      caldav: CalDAVSettings(
        server: "https://example.org", home: "/ann/", user: request.user,
        certificate: request.certificate), id: request.expected?.id)
    secrets.insert(account.id)
    return account
  }

  private(set) var browserRequests: [BrowserSignInRequest] = []
  /// The addresses whose servers were asked whether they offer the browser.
  private(set) var asked: [String] = []
  var offersBrowser = false

  func offersBrowser(at address: String, certificate: String?) async -> Bool {
    asked.append(address)
    return offersBrowser
  }

  func signIn(_ request: BrowserSignInRequest, open: @escaping @MainActor (String) -> Void)
    async throws(AccountSignInFailure) -> Account
  {
    browserRequests.append(request)
    open("https://example.org/login/v2/flow/abc")
    return try await signIn(
      CalDAVSignInRequest(
        address: request.address, user: "ann", password: "made by the server",
        certificate: request.certificate, expected: request.expected, known: request.known))
  }

  private(set) var onlineRequests: [OnlineSignInRequest] = []
  var online: [OnlineAccount] = []

  func onlineAccounts() async -> [OnlineAccount] { online }

  func signIn(_ request: OnlineSignInRequest) async throws(AccountSignInFailure) -> Account {
    onlineRequests.append(request)
    return try await signIn(
      CalDAVSignInRequest(
        address: request.account.address, user: request.account.user, password: "of the desktop",
        certificate: request.certificate, expected: request.expected, known: request.known))
  }

  func signOut(_ account: Account) async throws(SecretError) {
    signedOut.append(account.id)
    if let signOutFailure { throw signOutFailure }
    secrets.remove(account.id)
  }

  /// Lets the attempt go on that has been under way longest.
  func answer() {
    open.removeFirst().resume()
  }
}
