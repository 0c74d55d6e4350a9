import Core
import Service

extension CalDAVSignInPresenter {
  /// The purpose of signing in to a CalDAV server.
  enum Mode: Equatable {
    case add
    /// Adds an account from the desktop's settings; the user is asked only if that fails.
    case online(OnlineAccount)
    /// Signs in again to an existing account, asking only for the name and the password. Pending changes stay.
    case again(Account, CalDAVSettings)

    /// The account that must result; nil when an account is added.
    /// - Throws: ``StoreError`` if the database cannot be read.
    func expected(in store: TodoStore) async throws(StoreError) -> ExistingCalDAVAccount? {
      guard case .again(let account, let settings) = self else { return nil }
      return ExistingCalDAVAccount(
        id: account.id, settings: settings, todos: try await store.sampleOfTodos(in: account.id))
    }

    /// The account in the desktop's settings that holds the password.
    @MainActor
    func onlineAccount(_ signing: any AccountSigningIn) async -> OnlineAccount? {
      switch self {
      case .add: nil
      case .online(let chosen): chosen
      case .again(_, let settings):
        await signing.onlineAccounts().first { $0.isSame(as: settings) }
      }
    }
  }
}
