import Core

/// What ends a round early.
enum SyncStop: Error {
  /// A server error, and the record that was being sent, if any.
  case problem(SyncError, at: RecordKey?)
  case store(StoreError)
  case cancelled

  init(_ error: StoreError) {
    self = error == .cancelled ? .cancelled : .store(error)
  }
}
