import Core

/// Why unsent changes of the last session could not be sent now.
package struct LeftOverFailure: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The server or the network; the title is that of the change that failed, if any.
    case problem(SyncProblem, title: String?)
    case store(StoreError)
  }

  package var reason: Reason
  /// How many records are still unsent.
  package var remaining: Int
}
