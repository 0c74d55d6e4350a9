import Core
import Platform
import Service

/// Signs in and saves the account, for both sign-in dialogs. There is one attempt at a time; it can be cancelled until
/// the account is being saved. If the account is not added after all, its secret is deleted.
@MainActor
final class SignInAttempt {
  /// The accounts that existed before; their secrets are kept.
  var existing: ExistingAccounts
  private let signing: any AccountSigningIn
  private let commands: CommandQueue
  private var work: Task<Void, Never>?
  /// Whether the account is being saved; it is too late to cancel then.
  private(set) var isSaving = false

  /// - Parameter account: the one to sign in to again; nil when an account is added.
  init(_ account: Account?, _ signing: any AccountSigningIn, _ commands: CommandQueue) {
    existing = ExistingAccounts(account)
    self.signing = signing
    self.commands = commands
  }

  isolated deinit {
    work?.cancel()
  }

  var isSigningIn: Bool { work != nil }
  var isIdle: Bool { work == nil && !isSaving }

  /// Signs in. After ``cancel()``, neither `onAccount` nor `onFailure` is called.
  /// - Parameter onAccount: saves the account.
  func begin(
    _ signIn: @escaping @MainActor () async throws(AccountSignInFailure) -> Account,
    onAccount: @escaping @MainActor (Account) -> Void,
    onFailure: @escaping @MainActor (AccountSignInFailure) async -> Void
  ) {
    work = Task { [signing, existing, weak self] in
      do throws(AccountSignInFailure) {
        let account = try await signIn()
        if self != nil, !Task.isCancelled { return onAccount(account) }
        // Cancelled after the server had already signed the user in: the account is not wanted any more.
        existing.discard(account, signing)
      } catch {
        guard !Task.isCancelled else { return }
        self?.work = nil
        await onFailure(error)
      }
    }
  }

  /// - Returns: whether signing in was in progress.
  func cancel() -> Bool {
    defer { work = nil }
    work?.cancel()
    return isSigningIn
  }

  /// Saves the account. Its secret is in the keyring already; without one, the account would ask for the password at
  /// once.
  /// - Parameter onFailure: called after deleting the secret has been started.
  func save(
    _ account: Account, _ command: @escaping CommandQueue.Command,
    onFailure: @escaping @MainActor () -> Void
  ) {
    work = nil
    isSaving = true
    commands.run(
      command, failing: { _ in tr("The Account Was Not Saved") },
      onFailure: { [signing, existing, weak self] _ in
        existing.discard(account, signing)
        self?.isSaving = false
        onFailure()
      })
  }
}
