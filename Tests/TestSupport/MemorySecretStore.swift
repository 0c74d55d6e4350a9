public import Core
public import Sync
import Synchronization

/// A secret store in memory that can be made to fail.
public final class MemorySecretStore: SecretStore, Redacted {
  private struct State {
    var secrets: [AccountID: String] = [:]
    var problem: SecretError?
    var reads = 0
    var writes = 0
  }

  private let state = Mutex(State())

  public init() {}

  /// The number of requests for a secret.
  public var reads: Int { state.withLock { $0.reads } }

  /// The number of attempts to store a secret, including failed ones.
  public var writes: Int { state.withLock { $0.writes } }

  /// Sets the error that every call throws; nil for none.
  public func fail(with problem: SecretError?) {
    state.withLock { $0.problem = problem }
  }

  public func secret(for account: AccountID) async throws(SecretError) -> String? {
    let answer: Result<String?, SecretError> = state.withLock { state in
      state.reads += 1
      if let problem = state.problem { return .failure(problem) }
      return .success(state.secrets[account])
    }
    return try answer.get()
  }

  public func setSecret(_ secret: String, for account: AccountID, label: String)
    async throws(SecretError)
  {
    state.withLock { $0.writes += 1 }
    try change { $0[account] = secret }
  }

  public func removeSecret(for account: AccountID) async throws(SecretError) {
    try change { $0[account] = nil }
  }

  private func change(_ body: (inout [AccountID: String]) -> Void) throws(SecretError) {
    let problem: SecretError? = state.withLock { state in
      if state.problem == nil { body(&state.secrets) }
      return state.problem
    }
    if let problem { throw problem }
  }
}
