import Dispatch
import GRDB

@testable import Core

/// A disk that takes its time: writes wait until they are let go.
///
/// For stores in a file, whose reads go on beside.
final class HeldWriter: Sendable {
  private let gate = DispatchSemaphore(value: 0)

  /// - Parameter thenFails: whether the writes that waited fail.
  init(_ store: TodoStore, thenFails: Bool = false) {
    let gate = gate
    store.writer.asyncWriteWithoutTransaction { db in
      gate.wait()
      if thenFails { try? db.execute(sql: "PRAGMA query_only = 1") }
    }
  }

  func release() { gate.signal() }
}
