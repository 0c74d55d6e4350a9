import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Writes down what was asked of synchronisation, and does none.
@MainActor
final class RecordingSync: SyncControlling {
  enum Call: Equatable {
    case syncNow
    case resyncEverything
    case retry(RecordKey, AccountID)
    case discard(RecordKey, AccountID)
    case trust(String, AccountID)
    case answer(MissingAnswer, ListID, AccountID)
    case saveUnsentChanges
    case discardUnsentChanges
  }

  private(set) var calls: [Call] = []
  /// What the next discard fails with.
  var discardError: StoreError?
  /// How the next tries to save what was left over end; after them they succeed.
  var saveFailures: [UnsentChangesFailure] = []
  private let observers = Observers()

  var busyAccounts: Set<AccountID> = [] {
    didSet { observers.notify() }
  }

  func observeActivity(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observers.add(onChange)
  }

  func syncNow() { calls.append(.syncNow) }

  func resyncEverything() { calls.append(.resyncEverything) }

  func retry(_ key: RecordKey, of account: AccountID) { calls.append(.retry(key, account)) }

  func trust(_ certificate: String, of account: AccountID) {
    calls.append(.trust(certificate, account))
  }

  func answer(_ answer: MissingAnswer, forMissingIn list: ListID, of account: AccountID) {
    calls.append(.answer(answer, list, account))
  }

  func discard(_ key: RecordKey, of account: AccountID) async throws(StoreError) {
    calls.append(.discard(key, account))
    try failIfAsked()
  }

  func saveUnsentChanges() async -> UnsentChangesFailure? {
    calls.append(.saveUnsentChanges)
    return saveFailures.isEmpty ? nil : saveFailures.removeFirst()
  }

  func discardUnsentChanges() async throws(StoreError) {
    calls.append(.discardUnsentChanges)
    try failIfAsked()
  }

  private func failIfAsked() throws(StoreError) {
    defer { discardError = nil }
    if let discardError { throw discardError }
  }
}
