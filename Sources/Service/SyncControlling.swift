import Core
import Sync

/// What a person can ask of synchronisation, and whether it is at work. Everything else passes through
/// the database.
@MainActor
package protocol SyncControlling: AnyObject {
  /// The accounts whose servers are being asked something now.
  var busyAccounts: Set<AccountID> { get }
  /// Calls back after each change of ``busyAccounts``.
  /// - Returns: keeps the observation alive.
  func observeActivity(_ onChange: @escaping @MainActor () -> Void) -> AnyObject

  /// Sends all that waits, what was held back included, and fetches what is new, as soon as possible.
  func syncNow()
  /// Reads everything from the servers again, after sending what waits.
  func resyncEverything()
  /// Sends a record again that was held back.
  func retry(_ key: RecordKey, of account: AccountID)
  /// Gives up the changes of a record and takes over what the server holds.
  func discard(_ key: RecordKey, of account: AccountID) async throws(StoreError)

  /// Sends what was left over from an earlier run, and waits for how that ends.
  /// - Returns: nil when all of it has reached its server. Else it is held back again.
  func saveLeftOvers() async -> LeftOverFailure?
  /// Gives up what was left over from an earlier run. A copy of it goes to the trash.
  func discardLeftOvers() async throws(StoreError)
}
