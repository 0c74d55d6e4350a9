import Core
import Service

/// Everything the dialog with the accounts shows.
struct AccountsState: Equatable {
  /// One account.
  struct Row: Equatable, Identifiable {
    let id: AccountID
    let name: String
    /// The server, or the project and the server where that is not Google's.
    let server: String
    var status: Status
    var hasProfile = true
    /// Whether its changes are being sent before it is signed out.
    var isSending = false
    var canSignOut = true
  }

  /// How an account stands with its server.
  enum Status: Equatable {
    case signedIn
    /// The server does not accept the user any more, until they sign in again.
    case needsSignIn
    /// The server asks nobody to sign in.
    case open
    /// The server does not accept the user, who has no password to sign in with.
    case refused
  }

  var rows: [Row] = []
  /// What the user has set up for the whole desktop and not added here.
  var offered: [OnlineAccount] = []
  /// Whether it is known that there is none.
  var isEmpty = false
}
