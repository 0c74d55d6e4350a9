public import Core
import Synchronization

/// The keyring, whose dialog does not come back by itself: after the user has closed it, secrets are read without asking
/// until the keyring is open, or until ``askAgain()``. Engines, live updates and readers of people would otherwise show it
/// again and again.
public final class RestingSecretStore: SecretStore {
  private let asking: any SecretStore
  private let silent: any SecretStore
  private let isResting = Mutex(false)

  /// - Parameters:
  ///   - asking: asks the user to unlock the keyring.
  ///   - silent: the same keyring, without asking.
  public init(asking: any SecretStore, silent: any SecretStore) {
    self.asking = asking
    self.silent = silent
  }

  public func askAgain() {
    isResting.withLock { $0 = false }
  }

  public func secret(for account: AccountID) async throws(SecretError) -> String? {
    try await run { store throws(SecretError) in try await store.secret(for: account) }
  }

  public func setSecret(_ secret: String, for account: AccountID, label: String)
    async throws(SecretError)
  {
    try await run { store throws(SecretError) in
      try await store.setSecret(secret, for: account, label: label)
    }
  }

  public func removeSecret(for account: AccountID) async throws(SecretError) {
    try await run { store throws(SecretError) in try await store.removeSecret(for: account) }
  }

  private func run<Answer: Sendable>(
    _ body: (any SecretStore) async throws(SecretError) -> Answer
  ) async throws(SecretError) -> Answer {
    let store = isResting.withLock { $0 } ? silent : asking
    do throws(SecretError) {
      let answer = try await body(store)
      askAgain()
      return answer
    } catch {
      switch error {
      case .locked, .timedOut: isResting.withLock { $0 = true }
      case .unavailable, .cancelled, .failed: break
      }
      throw error
    }
  }
}
