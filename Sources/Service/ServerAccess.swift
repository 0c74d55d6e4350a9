import Basics
import Core
import Sync

/// The connections to the servers. All accounts and shared lists at one server share its connections and
/// queue for them.
///
/// Servers share nothing, so that a slow one does not delay the accounts at others.
@MainActor
package final class ServerAccess {
  private struct Server {
    let transport: SoupTransport
    let limiter: SyncConcurrencyLimiter
  }

  /// How many sync rounds run at a time at one server.
  private static let rounds = 4

  private let store: TodoStore
  private let secrets: any SecretStore
  private let dueTimesRing: @MainActor @Sendable () -> Bool
  private let tokens: @MainActor (Account) -> (any TokenProvider)?
  private var servers: [String: Server] = [:]
  /// The connections for live updates. Each signed-in user occupies one permanently; while one ends, there may be a
  /// second.
  private var listening: [AccountID: SoupTransport] = [:]

  /// - Parameters:
  ///   - store: knows the place of each record on a CalDAV server.
  ///   - secrets: has the passwords.
  ///   - dueTimesRing: whether due times ring by themselves, see ``Settings/dueTimesRing``.
  ///   - tokens: the credentials of one account that signs in with tokens.
  package init(
    store: TodoStore, secrets: any SecretStore,
    dueTimesRing: @escaping @MainActor @Sendable () -> Bool,
    tokens: @escaping @MainActor (Account) -> (any TokenProvider)?
  ) {
    self.store = store
    self.secrets = secrets
    self.dueTimesRing = dueTimesRing
    self.tokens = tokens
  }

  /// The backend of one account, with that account's credentials and no other's.
  package func backend(for account: Account) -> any SyncBackend {
    switch account.service {
    case .firestore(let settings):
      return FirestoreBackend(
        settings: settings, share: account.share, transport: server(of: account).transport,
        watchTransport: account.share == nil ? listeningTransport(account.id) : nil,
        tokens: tokens(account))
    case .caldav(let settings):
      return KeyringCalDAVBackend(
        settings, account: account.id, store: store, transport: server(of: account).transport,
        secrets: secrets, dueTimesRing: { [dueTimesRing] in await dueTimesRing() })
    }
  }

  /// What admits an account's sync rounds.
  package func limiter(for account: Account) -> SyncConcurrencyLimiter {
    server(of: account).limiter
  }

  private func server(of account: Account) -> Server {
    let name = account.serverName
    if let known = servers[name] { return known }
    // As many connections as rounds may run. The requests that one round sends at the same time share them with the
    // other rounds.
    let new = Server(
      transport: SoupTransport(connections: Self.rounds),
      limiter: SyncConcurrencyLimiter(width: Self.rounds))
    servers[name] = new
    return new
  }

  private func listeningTransport(_ account: AccountID) -> SoupTransport {
    if let known = listening[account] { return known }
    let new = SoupTransport(connections: 2)
    listening[account] = new
    return new
  }
}

extension Account {
  /// The server that the account is at.
  fileprivate var serverName: String {
    switch service {
    case .firestore(let settings): settings.serverURL
    case .caldav(let settings): settings.server
    }
  }
}
