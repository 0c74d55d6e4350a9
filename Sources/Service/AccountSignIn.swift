import Core
import Sync

/// Signs in through Firebase Authentication, keeps refresh tokens in the keyring, and has the
/// credentials for the requests of each account.
@MainActor
package final class AccountSignIn: AccountSigningIn {
  private let transport: any HTTPTransport
  private let secrets: any SecretStore
  private var providers: [AccountID: (account: Account, provider: SignedInTokenProvider)] = [:]
  private var cleaning: Task<Void, Never>?

  package init(transport: any HTTPTransport, secrets: any SecretStore) {
    self.transport = transport
    self.secrets = secrets
  }

  /// The credentials for the requests of an account, the same for all who ask; nil where its server
  /// wants none. Waits for nothing: the keyring is asked with the first request.
  package func tokens(for account: Account) -> (any TokenProvider)? {
    provider(of: account, session: nil)
  }

  package func signIn(_ request: AccountSignInRequest) async throws(AccountSignInFailure) -> Account
  {
    await cleaning?.value
    // Without a keyring nobody is made a user who then could not stay signed in.
    do throws(SecretError) {
      _ = try await secrets.secret(for: request.expected ?? Account(firestore: request.server).id)
    } catch {
      throw AccountSignInFailure(error)
    }
    let session = try await session(request)
    let account = try request.account(ofUser: session.userID)
    do throws(SecretError) {
      try await secrets.setSecret(session.refreshToken, for: account.id, label: account.name)
    } catch {
      // It may have been kept all the same.
      forget(account, request)
      throw AccountSignInFailure(error)
    }
    guard !Task.isCancelled else {
      forget(account, request)
      throw .cancelled
    }
    _ = provider(of: account, session: session)
    return account
  }

  package func signOut(_ account: Account) async throws(SecretError) {
    let provider = providers.removeValue(forKey: account.id)?.provider
    if let provider {
      // It may be storing a secret just now, which must not outlive this.
      try await provider.signOut()
    } else if account.signIn != nil {
      try await secrets.removeSecret(for: account.id)
    }
  }

  // MARK: Parts

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

  /// The provider of an account. One that is there finds a new secret in the keyring by itself.
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

  /// Takes back a secret that belongs to no account.
  private func forget(_ account: Account, _ request: AccountSignInRequest) {
    guard !request.known.contains(account.id) else { return }
    cleaning = Task { [secrets] in
      do {
        try await secrets.removeSecret(for: account.id)
      } catch {
        Log.warning("a secret that is of no use is left in the keyring: \(error)")
      }
    }
  }
}
