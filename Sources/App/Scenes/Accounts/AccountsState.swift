import Core
import Service

/// The state of the dialog with the accounts.
struct AccountsState: Equatable {
  /// One account.
  struct Row: Equatable, Identifiable {
    let id: AccountID
    let name: String
    /// The server; for Firebase, the project, and also the server if it is not Google's.
    let server: String
    var status: Status
    var hasProfile = true
    /// Whether its changes are being sent before it is signed out.
    var isSending = false
    var canSignOut = true
  }

  /// The state of an account at its server.
  enum Status: Equatable {
    case signedIn
    /// The server no longer accepts the user until they sign in again.
    case needsSignIn
    /// The server needs no sign-in.
    case open
    /// The server does not accept the user, and there is no password to sign in with.
    case refused
  }

  var rows: [Row] = []
  /// The accounts from the desktop's settings that are not added here.
  var offered: [OnlineAccount] = []
  /// Whether it is known that there are no accounts.
  var isEmpty = false
}
