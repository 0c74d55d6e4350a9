import Core
import Sync
import TestSupport
import XCTest

/// A user with an account, an identity server and a place for the secret.
struct AuthenticationBench {
  static let email = "ann@example.org"
  static let password = "pass-Wörd \"&+ 1"

  let server: SimulatedIdentityServer
  /// Between the client and the server; all requests go through it.
  let proxy: FaultProxy
  let clock = ManualClock()
  let secrets = MemorySecretStore()
  let account = AccountID(rawValue: "firestore:/example/p/(default)/ann")

  init(_ test: XCTestCase) throws {
    let server = try SimulatedIdentityServer()
    let proxy = try FaultProxy(upstream: server.port)
    test.addTeardownBlock {
      proxy.stop()
      server.stop()
    }
    self.server = server
    self.proxy = proxy
  }

  func client(
    key: String = SimulatedIdentityServer.apiKey, timeout: Duration = .seconds(30)
  ) throws -> IdentityClient {
    IdentityClient(
      settings: try IdentitySettings(apiKey: key, identityHost: proxy.host, tokenHost: proxy.host),
      transport: SoupTransport(connections: 8), clock: clock, timeout: timeout)
  }

  /// Signs a new user up, and keeps the secret.
  func signUp() async throws -> IdentitySession {
    let session = try await client().signUp(email: Self.email, password: Self.password)
    try await secrets.setSecret(session.refreshToken, for: account, label: "Optimist")
    return session
  }

  func provider(
    _ session: IdentitySession, isNew: Bool = true, timeout: Duration = .seconds(30)
  ) throws -> SignedInTokenProvider {
    SignedInTokenProvider(
      account: account, user: session.userID, label: "Optimist",
      client: try client(timeout: timeout), secrets: secrets, clock: clock,
      session: isNew ? session : nil)
  }

  /// How often a renewal was asked for.
  var renewals: Int { proxy.requests.count { $0.head.hasPrefix("POST /v1/token?") } }
}
