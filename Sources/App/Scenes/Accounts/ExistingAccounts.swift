import Core
import Platform
import Service

/// What was on this computer before somebody signs in, as both dialogs for that have to know.
struct ExistingAccounts {
  /// The accounts that are set up. Their secrets stay, whatever becomes of signing in.
  var accounts: Set<AccountID> = []
  /// Whether there are lists that no account has yet.
  var hasLocalLists = false

  /// - Parameter account: the one that signs in again; nil if one is added.
  init(_ account: Account?) {
    if let account { accounts = [account.id] }
  }

  /// Reads what is there.
  /// - Throws: ``StoreError`` if the database cannot be read.
  init(in store: TodoStore) async throws(StoreError) {
    accounts = Set(try await store.accounts().map(\.id))
    hasLocalLists = try await store.lists().contains { $0.account == nil }
  }

  /// Deletes the secret of an account that is not added after all. One that was there before keeps it.
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
