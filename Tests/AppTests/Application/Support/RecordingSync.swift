import Core

@testable import App

/// Writes down what was asked of synchronisation, and does none.
@MainActor
final class RecordingSync: SyncControlling {
  enum Call: Equatable {
    case syncNow
    case retry(RecordKey, AccountID)
    case discard(RecordKey, AccountID)
  }

  private(set) var calls: [Call] = []
  /// What the next discard fails with.
  var discardError: StoreError?

  func syncNow() { calls.append(.syncNow) }

  func retry(_ key: RecordKey, of account: AccountID) { calls.append(.retry(key, account)) }

  func discard(_ key: RecordKey, of account: AccountID) async throws(StoreError) {
    calls.append(.discard(key, account))
    defer { discardError = nil }
    if let discardError { throw discardError }
  }
}
