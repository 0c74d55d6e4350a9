import Basics
public import Core

/// Provides the ID token of a signed-in user, and renews it in time.
///
/// The refresh token comes from the ``SecretStore`` and is read once; the ID token is only in memory. Callers
/// that need a new token at the same time share one renewal; a cancelled caller returns at once while the
/// renewal continues. Lifetimes are counted from the request on a monotonic clock: neither the token's own
/// `exp` nor this computer's wall clock is used.
public actor SignedInTokenProvider: TokenProvider {
  let account: AccountID
  let user: String
  let label: String
  let client: IdentityClient
  let secrets: any SecretStore
  let clock: any UptimeClock

  var current: IDToken?
  /// Nil until it has been read from the store, and after it was revoked.
  var refreshToken: String?
  /// The token that the store is known to hold.
  var stored: String?
  /// A token that the server no longer accepts, so that it is not tried again.
  var revoked: String?
  var isSignedOut = false
  private let renewals = SharedWork<AccountID, Result<String, SyncError>>()
  private var storing: Task<Void, Never>?

  /// - Parameters:
  ///   - account: the secret's account in the store.
  ///   - user: the user ID that the tokens must be for; others are rejected.
  ///   - label: the secret's name in the keyring, for when the server changes it.
  ///   - session: the result of a recent sign-in, so that the first token needs no renewal. Its refresh token
  ///     counts as stored.
  public init(
    account: AccountID, user: String, label: String, client: IdentityClient,
    secrets: any SecretStore, clock: any UptimeClock = SystemUptimeClock(),
    session: IdentitySession? = nil
  ) {
    self.account = account
    self.user = user
    self.label = label
    self.client = client
    self.secrets = secrets
    self.clock = clock
    if let session, session.userID.isExactly(user) {
      current = IDToken(session, askedAt: clock.uptime())
      refreshToken = session.refreshToken
      stored = session.refreshToken
    }
  }

  /// The ID token, renewed when it is valid for less than five minutes.
  /// - Throws: ``SyncError/authentication`` when the user has to sign in again, also because the keyring
  ///   stays locked; a transient error when no token can be had now.
  public func token() async throws(SyncError) -> String? {
    if isSignedOut { throw .authentication }
    if let fresh { return fresh }
    if let result = await renewals.value(account, { await self.renewal() })?.value {
      return try result.get()
    }
    // The same error as for a cancelled exchange; a cancelled caller does not look at it.
    throw isSignedOut ? .authentication : .transient(cause: .unreachable, retryAfter: nil)
  }

  /// Records that the server rejected a token: the next call of ``token()`` renews it.
  public func refuse(_ token: String) async {
    if current?.text == token { current = nil }
  }

  /// Signs the account out on this computer and deletes its secret from the store. No token is returned
  /// afterwards, not even to callers already waiting.
  public func signOut() async throws(SecretError) {
    isSignedOut = true
    current = nil
    refreshToken = nil
    await renewals.cancel(account)?.value
    // A secret that is being stored right now must not be left behind.
    storing?.cancel()
    await storing?.value
    try await secrets.removeSecret(for: account)
  }

  private var fresh: String? {
    current.flatMap { clock.uptime() < $0.renewal ? $0.text : nil }
  }

  private func renewal() async -> Result<String, SyncError> {
    await storing?.value
    // Another renewal may have finished meanwhile.
    if let fresh { return .success(fresh) }
    let result = await renew()
    storing = Task { await storeChangedSecret() }
    return result
  }
}

extension SignedInTokenProvider: Redacted {
  nonisolated public var description: String { "SignedInTokenProvider(redacted)" }
  nonisolated public var debugDescription: String { description }
  nonisolated public var customMirror: Mirror { Mirror(self, children: [:]) }
}
