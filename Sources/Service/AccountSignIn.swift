import Core
import Sync

/// Signs users in and out.
@MainActor
package protocol AccountSigningIn: AnyObject {
  /// Signs in, and stores in the keyring what is needed to stay signed in.
  ///
  /// Does not add the account. A caller that cannot add it afterwards deletes the secret again with
  /// ``signOut(_:)``.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: AccountSignInRequest) async throws(AccountSignInFailure) -> Account

  /// Finds the account at a CalDAV server, and stores its password in the keyring.
  ///
  /// Does not add the account either.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: CalDAVSignInRequest) async throws(AccountSignInFailure) -> Account

  /// Whether a server offers signing in through the browser. Starts no sign-in, and sends nothing but the question.
  /// - Parameters:
  ///   - address: an e-mail address, a host or a URL, as typed.
  ///   - certificate: the fingerprint of a certificate that the user trusts.
  func offersBrowser(at address: String, certificate: String?) async -> Bool

  /// Lets the user sign in through the browser, and goes on as with a typed password.
  ///
  /// Does not add the account either.
  /// - Parameter open: receives the address that the browser has to open; called once, before the waiting begins.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: BrowserSignInRequest, open: @escaping @MainActor (String) -> Void)
    async throws(AccountSignInFailure) -> Account

  /// The accounts at CalDAV servers that the user has set up for the whole desktop.
  func onlineAccounts() async -> [OnlineAccount]

  /// Signs in with the password that the desktop's settings have, and stores it in the keyring too.
  ///
  /// Does not add the account either.
  /// - Throws: ``AccountSignInFailure``; the keyring is then as before.
  func signIn(_ request: OnlineSignInRequest) async throws(AccountSignInFailure) -> Account

  /// Deletes what the keyring has for an account; does nothing if it has nothing.
  func signOut(_ account: Account) async throws(SecretError)
}

/// Signs in through Firebase Authentication or at a CalDAV server, keeps refresh tokens and passwords in the keyring,
/// and provides the tokens for each account's requests.
@MainActor
package final class AccountSignIn: AccountSigningIn {
  let transport: any HTTPTransport
  private let secrets: any SecretStore
  private var providers: [AccountID: (account: Account, provider: SignedInTokenProvider)] = [:]
  private var cleaning: Task<Void, Never>?

  package init(transport: any HTTPTransport, secrets: any SecretStore) {
    self.transport = transport
    self.secrets = secrets
  }

  /// The credentials for an account's requests, shared by all callers; nil if its server needs none. Does not
  /// block: the keyring is read at the first request.
  package func tokens(for account: Account) -> (any TokenProvider)? {
    provider(of: account, session: nil)
  }

  package func signIn(_ request: AccountSignInRequest) async throws(AccountSignInFailure) -> Account
  {
    await cleaning?.value
    // Without a keyring, do not create a user who could not stay signed in afterwards.
    try await checkKeyring(request.expected ?? Account(firestore: request.server).id)
    let session = try await session(request)
    let account = try request.account(ofUser: session.userID)
    try await keep(session.refreshToken, of: account, known: request.known)
    _ = provider(of: account, session: session)
    return account
  }

  package func signIn(_ request: CalDAVSignInRequest) async throws(AccountSignInFailure) -> Account
  {
    await cleaning?.value
    try await checkKeyring(request.expected?.id ?? AccountID(rawValue: ""))
    let discovery = CalDAVDiscovery(transport: transport, makeClientNonce: ClientNonce.make)
    let settings: CalDAVSettings
    var isExpected = true
    do throws(CalDAVDiscoveryError) {
      settings = try await discovery.account(
        at: request.address, user: request.user, password: request.password,
        certificate: request.certificate
      ).settings
      if let expected = request.expected {
        isExpected = try await expected.isAccount(at: settings, request.password, discovery)
      }
    } catch {
      throw Task.isCancelled ? .cancelled : .caldav(error)
    }
    if Task.isCancelled { throw .cancelled }
    guard isExpected else { throw .otherCalendars }
    let account = Account(caldav: settings, id: request.expected?.id)
    try await keep(request.password, of: account, known: request.known)
    return account
  }

  package func signOut(_ account: Account) async throws(SecretError) {
    let provider = providers.removeValue(forKey: account.id)?.provider
    if let provider {
      // It may be storing a secret right now, which must not be left behind.
      try await provider.signOut()
    } else if account.hasSecret {
      try await secrets.removeSecret(for: account.id)
    }
  }

  // MARK: Parts

  func checkKeyring(_ account: AccountID) async throws(AccountSignInFailure) {
    secrets.askAgain()
    do throws(SecretError) {
      _ = try await secrets.secret(for: account)
    } catch {
      throw AccountSignInFailure(error)
    }
  }

  private func session(_ request: AccountSignInRequest) async throws(AccountSignInFailure)
    -> IdentitySession
  {
    let client = IdentityClient(settings: request.identity, transport: transport)
    let session: IdentitySession
    do throws(IdentityError) {
      session =
        request.isNew
        ? try await client.signUp(email: request.email, password: request.password)
        : try await client.signIn(email: request.email, password: request.password)
    } catch {
      throw Task.isCancelled ? .cancelled : .identity(error)
    }
    if Task.isCancelled { throw .cancelled }
    return session
  }

  /// The provider of an account. An existing one finds a new secret in the keyring by itself.
  private func provider(of account: Account, session: IdentitySession?) -> SignedInTokenProvider? {
    guard let signIn = account.signIn else { return nil }
    let id = account.id.root
    if let known = providers[id], known.account.signIn == signIn { return known.provider }
    let provider = SignedInTokenProvider(
      account: id, user: account.user, label: account.name,
      client: IdentityClient(settings: signIn.identity, transport: transport), secrets: secrets,
      session: session)
    providers[id] = (account, provider)
    return provider
  }

  /// Stores a secret.
  /// - Parameter known: the accounts whose secrets are not deleted when that fails.
  private func keep(_ secret: String, of account: Account, known: Set<AccountID>)
    async throws(AccountSignInFailure)
  {
    do throws(SecretError) {
      try await secrets.setSecret(secret, for: account.id, label: account.name)
    } catch {
      // The secret may have been stored in spite of the error.
      forget(account, known: known)
      throw AccountSignInFailure(error)
    }
    guard !Task.isCancelled else {
      forget(account, known: known)
      throw .cancelled
    }
  }

  /// Deletes a secret that belongs to no account.
  private func forget(_ account: Account, known: Set<AccountID>) {
    guard !known.contains(account.id) else { return }
    cleaning = Task { [secrets] in
      do {
        try await secrets.removeSecret(for: account.id)
      } catch {
        Log.warning("a secret that is of no use is left in the keyring: \(error)")
      }
    }
  }
}
