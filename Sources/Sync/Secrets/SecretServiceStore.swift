public import Core
import Dispatch

/// Stores secrets in the session's keyring through the Secret Service
/// (https://specifications.freedesktop.org/secret-service/latest/), with libsecret.
///
/// A locked keyring asks the user for its password, so an operation may take as long as a person does.
/// Operations run one after the other on the store's own queue, never on the caller's thread, so that there
/// is only one dialog at a time.
public final class SecretServiceStore: SecretStore {
  private let busAddress: String?
  private let limit: Duration
  private let asks: Bool
  private let rest: KeyringRest?
  private let queue = DispatchQueue(label: "secrets")

  /// - Parameters:
  ///   - busAddress: of the bus that the keyring is on, as in `DBUS_SESSION_BUS_ADDRESS`; nil for the
  ///     session bus.
  ///   - limit: for each operation as a whole, including the wait for the one before and for the user.
  ///   - asks: whether the user is asked to unlock a keyring; otherwise it stays locked.
  ///   - rest: keeps the dialog away after the user has closed it; nil asks each time.
  public init(
    busAddress: String? = nil, limit: Duration = .seconds(120), asks: Bool = true,
    rest: KeyringRest? = nil
  ) {
    self.busAddress = busAddress
    self.limit = limit
    self.asks = asks
    self.rest = rest
  }

  public func secret(for account: AccountID) async throws(SecretError) -> String? {
    let secret = try await perform { conversation throws(SecretError) in
      try conversation.secret(of: account)
    }
    // That there is none says nothing about the lock.
    if secret != nil { rest?.end() }
    return secret
  }

  public func askAgain() {
    rest?.end()
  }

  public func setSecret(_ secret: String, for account: AccountID, label: String)
    async throws(SecretError)
  {
    try await perform { conversation throws(SecretError) in
      try conversation.keep(secret, of: account, label: label)
    }
  }

  public func removeSecret(for account: AccountID) async throws(SecretError) {
    try await perform { conversation throws(SecretError) in
      try conversation.remove(account)
    }
  }

  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable (SecretConversation) throws(SecretError) -> Value
  ) async throws(SecretError) -> Value {
    if Task.isCancelled { throw .cancelled }
    let operation = SecretOperation<Value>()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        operation.begin(limit: limit) { [asks, rest] outcome in
          // Noted before the work is cancelled, and so before the next one in the queue begins.
          if asks, case .failure(.timedOut) = outcome { rest?.begin() }
          continuation.resume(returning: outcome)
        }
        queue.async { [busAddress, asks, rest] in
          let mayAsk = asks && rest?.isOn != true
          // The same for a dialog that was closed.
          if operation.run(on: busAddress, asks: mayAsk, body) == .locked, mayAsk { rest?.begin() }
        }
      }
    } onCancel: {
      operation.end(.failure(.cancelled))
    }
    return try outcome.get()
  }
}
