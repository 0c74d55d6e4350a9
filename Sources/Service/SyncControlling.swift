import Core
import Sync

/// What the user can ask of synchronisation, and whether it is running. Everything else goes through the
/// database.
@MainActor
package protocol SyncControlling: AnyObject {
  /// The accounts with a request running now.
  var busyAccounts: Set<AccountID> { get }
  /// Calls back after each change of ``busyAccounts``.
  /// - Returns: keeps the observation alive.
  func observeActivity(_ onChange: @escaping @MainActor () -> Void) -> AnyObject

  /// Sends all unsent changes, quarantined ones included, and fetches what is new, as soon as possible.
  func syncNow()
  /// Reads everything from the servers again, after sending unsent changes.
  func resyncEverything()
  /// Sends a quarantined record again.
  func retry(_ key: RecordKey, of account: AccountID)
  /// Gives up the changes of a record and takes the server's state.
  /// - Throws: ``StoreError/busy`` while another process synchronises, which may be sending them.
  func discard(_ key: RecordKey, of account: AccountID) async throws(StoreError)
  /// Trusts another certificate of an account's server, and synchronises.
  /// - Parameter certificate: its SHA-256 fingerprint.
  func trust(_ certificate: String, of account: AccountID)
  /// Takes the user's answer about records that are missing from a list on its server, and carries it out.
  func answer(_ answer: MissingAnswer, forMissingIn list: ListID, of account: AccountID)

  /// Sends the unsent changes of the last session, and waits for the outcome.
  /// - Returns: nil when all of them have reached their server. Otherwise the rest is held again.
  func saveUnsentChanges() async -> UnsentChangesFailure?
  /// Gives up the unsent changes of the last session. A copy of them goes to the trash.
  func discardUnsentChanges() async throws(StoreError)
}
