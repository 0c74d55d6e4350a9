import Core
import Platform
import Service

/// The accounts and lists on this computer before signing in, for both sign-in dialogs.
struct ExistingAccounts {
  /// The existing accounts. Their secrets are kept, even if signing in fails.
  var accounts: Set<AccountID> = []
  /// Whether there are lists that belong to no account.
  var hasLocalLists = false

  /// - Parameter account: the one to sign in to again; nil when an account is added.
  init(_ account: Account?) {
    if let account { accounts = [account.id] }
  }

  /// Reads them from the store.
  /// - Throws: ``StoreError`` if the database cannot be read.
  init(in store: TodoStore) async throws(StoreError) {
    accounts = Set(try await store.accounts().map(\.id))
    hasLocalLists = try await store.lists().contains { $0.account == nil }
  }

  /// Deletes the secret of an account that is not added after all. An account that existed before keeps its secret.
  @MainActor
  func discard(_ account: Account, _ signing: any AccountSigningIn) {
    guard !accounts.contains(account.id) else { return }
    Task {
      do {
        try await signing.signOut(account)
      } catch {
        Log.warning("a secret that is of no use is left in the keyring: \(error)")
      }
    }
  }
}
