import Basics
public import Core

/// Gives the ID token of a user who has signed in, and renews it in time.
///
/// The refresh token comes from the ``SecretStore`` and is read once; the ID token is only in memory.
/// Callers that need a new token at the same time share one renewal; a caller that is cancelled leaves
/// at once, the renewal goes on. Lifetimes are counted from the moment of asking on a clock that only
/// runs forward: neither the token's own `exp` nor the calendar of this computer is looked at.
public actor SignedInTokenProvider: TokenProvider {
  let account: AccountID
  let user: String
  let label: String
  let client: IdentityClient
  let secrets: any SecretStore
  let clock: any UptimeClock

  var current: IDToken?
  /// Nil until it was read from the store, and again once it was revoked.
  var refreshToken: String?
  /// What the store holds as far as is known.
  var stored: String?
  /// What the server no longer accepts, so that it is not asked again.
  var revoked: String?
  var isSignedOut = false
  private let renewals = SharedWork<AccountID, Result<String, SyncError>>()
  private var storing: Task<Void, Never>?
  var lastSecretProblem: SecretError?

  /// - Parameters:
  ///   - account: whose secret it is in the store.
  ///   - user: the user ID that the tokens must be for; others are not accepted.
  ///   - label: what the keyring shows for the secret, when the server changes it.
  ///   - session: the outcome of signing in a moment ago, so that the first token needs no renewal.
  ///     Its refresh token counts as stored.
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

  /// Why the keyring gave or took no secret the last time it was asked; nil if it did.
  public var secretProblem: SecretError? { lastSecretProblem }

  /// The ID token, renewed when it is good for less than five minutes.
  /// - Throws: ``SyncError/authentication`` when the user has to sign in again, which includes a
  ///   keyring that stays locked; a transient error when no token can be had now.
  public func token() async throws(SyncError) -> String? {
    if isSignedOut { throw .authentication }
    if let fresh { return fresh }
    if let result = await renewals.value(account, { await self.renewal() })?.value {
      return try result.get()
    }
    // What a cancelled exchange means as well; who cancels does not ask.
    throw isSignedOut ? .authentication : .transient(cause: .unreachable, retryAfter: nil)
  }

  /// Takes note that the server did not accept a token: the next call of ``token()`` renews it.
  public func refuse(_ token: String) async {
    if current?.text == token { current = nil }
  }

  /// Ends the use of the account on this computer and removes its secret from the store; no token is
  /// given out afterwards, not even to those who wait for one.
  public func signOut() async throws(SecretError) {
    isSignedOut = true
    current = nil
    refreshToken = nil
    await renewals.callOff(account)?.value
    // A secret that is being stored just now must not outlive this.
    storing?.cancel()
    await storing?.value
    try await secrets.removeSecret(for: account)
  }

  private var fresh: String? {
    current.flatMap { clock.uptime() < $0.renewal ? $0.text : nil }
  }

  private func renewal() async -> Result<String, SyncError> {
    await storing?.value
    // Another renewal may have ended on the way here.
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
