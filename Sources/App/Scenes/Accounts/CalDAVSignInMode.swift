import Core
import Service

extension CalDAVSignInPresenter {
  /// Why somebody signs in at a CalDAV server.
  enum Mode: Equatable {
    case add
    /// Adds one that the user has set up for the whole desktop; asks only if that fails.
    case online(OnlineAccount)
    /// Asks only for the name and the password. What waits to be sent stays.
    case again(Account, CalDAVSettings)

    /// The account that must result; nil if one is added.
    /// - Throws: ``StoreError`` if the database cannot be read.
    func expected(in store: TodoStore) async throws(StoreError) -> ExistingCalDAVAccount? {
      guard case .again(let account, let settings) = self else { return nil }
      return ExistingCalDAVAccount(
        id: account.id, settings: settings, todos: try await store.sampleOfTodos(in: account.id))
    }

    /// The account in the desktop's settings that has the password.
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
