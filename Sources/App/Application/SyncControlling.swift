import Core

/// What a person can ask of synchronisation. Everything else passes through the database.
@MainActor
protocol SyncControlling: AnyObject {
  /// Sends what waits and fetches what is new, as soon as possible.
  func syncNow()
  /// Sends a record again that was held back.
  func retry(_ key: RecordKey, of account: AccountID)
  /// Gives up the changes of a record and takes over what the server holds.
  func discard(_ key: RecordKey, of account: AccountID) async throws(StoreError)
}
