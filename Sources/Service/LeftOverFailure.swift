import Core

/// Why changes from an earlier run could not be saved now.
package struct LeftOverFailure: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The server, or the way to it; the title is that of the change at which it happened, if any.
    case problem(SyncProblem, title: String?)
    case store(StoreError)
  }

  package var reason: Reason
  /// How many records are still left over.
  package var remaining: Int
}
