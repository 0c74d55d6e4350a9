import Core
import Platform
import Service

/// Signing in and writing the account down, as both dialogs for that do it: one attempt at a time, which can be cancelled
/// until the account is written down. The secret of an account that is not added after all is deleted.
@MainActor
final class SignInAttempt {
  /// What was on this computer before; its secrets stay.
  var existing: ExistingAccounts
  private let signing: any AccountSigningIn
  private let commands: CommandQueue
  private var work: Task<Void, Never>?
  /// Whether the account is being written down; it is too late to cancel then.
  private(set) var isSaving = false

  /// - Parameter account: the one that signs in again; nil if one is added.
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

  /// Signs in. Once it is cancelled, neither `onAccount` nor `onFailure` is called.
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
        // Cancelled when it was already too late: nobody wants the account.
        existing.discard(account, signing)
      } catch {
        guard !Task.isCancelled else { return }
        self?.work = nil
        await onFailure(error)
      }
    }
  }

  /// - Returns: whether somebody was signing in.
  func cancel() -> Bool {
    defer { work = nil }
    work?.cancel()
    return isSigningIn
  }

  /// Writes the account down. Its secret is in the keyring already: an account without one would ask for the password at once.
  /// - Parameter onFailure: called when the secret is on its way out.
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
