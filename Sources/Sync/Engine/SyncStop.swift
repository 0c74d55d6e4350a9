import Core

/// What ends a round early.
enum SyncStop: Error {
  /// The server, at a record if it was being sent one.
  case problem(SyncError, at: RecordKey?)
  case store(StoreError)
  case cancelled

  init(_ error: StoreError) {
    self = error == .cancelled ? .cancelled : .store(error)
  }
}
