import Core
import Sync

/// The ways to the servers, however many accounts and shared lists there are: what is at one server shares
/// its connections, and waits in line for them.
///
/// Servers share nothing: one that keeps its caller waiting must not keep another one's accounts waiting.
@MainActor
package final class ServerAccess {
  private struct Server {
    let transport: SoupTransport
    let gate: SyncGate
  }

  /// How many rounds run at a time at one server.
  private static let rounds = 4

  private let tokens: @MainActor (Account) -> (any TokenProvider)?
  private var servers: [String: Server] = [:]
  /// Listening keeps a connection busy for as long as it goes on: one for each user who is signed in.
  private var listening: [AccountID: SoupTransport] = [:]

  /// - Parameter tokens: the credentials of an account and of no other.
  package init(tokens: @escaping @MainActor (Account) -> (any TokenProvider)?) {
    self.tokens = tokens
  }

  /// The way to the server of one account, with that account's credentials and no other's.
  package func backend(for account: Account) -> any SyncBackend {
    switch account.service {
    case .firestore(let settings):
      return FirestoreBackend(
        settings: settings, share: account.share, transport: server(of: account).transport,
        watchTransport: account.share == nil ? listeningTransport(account.id) : nil,
        tokens: tokens(account))
    }
  }

  /// Where the rounds of an account wait for their turn.
  package func gate(for account: Account) -> SyncGate { server(of: account).gate }

  private func server(of account: Account) -> Server {
    let name = account.serverName
    if let known = servers[name] { return known }
    // A round asks one thing after the other.
    let new = Server(
      transport: SoupTransport(connections: Self.rounds), gate: SyncGate(width: Self.rounds))
    servers[name] = new
    return new
  }

  private func listeningTransport(_ account: AccountID) -> SoupTransport {
    if let known = listening[account] { return known }
    let new = SoupTransport(connections: 1)
    listening[account] = new
    return new
  }
}

extension Account {
  /// Which server the account is at.
  fileprivate var serverName: String {
    switch service {
    case .firestore(let settings): settings.serverURL
    }
  }
}
