import Core
import Sync

/// The ways to the servers.
enum ServerAccess {
  /// The way to the server of one account, with that account's credentials and no other's.
  ///
  /// None shares its connections: a server that keeps its caller waiting must not keep another account
  /// waiting. Listening keeps one busy for as long as it goes on.
  static func backend(for account: Account, tokens: (any TokenProvider)?) -> any SyncBackend {
    switch account.service {
    case .firestore(let settings):
      FirestoreBackend(
        settings: settings, share: account.share, transport: SoupTransport(),
        watchTransport: SoupTransport(connections: 2), tokens: tokens)
    }
  }
}
