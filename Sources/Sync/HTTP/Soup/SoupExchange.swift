import Basics
import CSoup
import Core

/// One pending request. It ends exactly once, with its answer, by timeout or by cancellation, whichever comes
/// first.
final class SoupExchange: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPFailure>

  let request: HTTPRequest
  /// Stops the work on the other thread. A GCancellable may be cancelled from any thread
  /// (https://docs.gtk.org/gio/class.Cancellable.html), and other threads do nothing else with it.
  let cancellation = SoupCancellation()
  private let outcome = OneOutcome<Outcome>()

  init(_ request: HTTPRequest) {
    self.request = request
  }

  var isEnded: Bool { outcome.isEnded }

  /// Starts the timeout and sets who receives the outcome.
  func begin(completion: @escaping @Sendable (Outcome) -> Void) {
    outcome.begin(within: request.timeout, late: .failure(.timedOut)) { [cancellation] outcome in
      // A session is touched by what it does then.
      if case .failure = outcome { SoupThread.shared.perform { cancellation.cancel() } }
      completion(outcome)
    }
  }

  /// Ends the exchange; all calls after the first are ignored.
  func end(_ outcome: Outcome) {
    self.outcome.end(outcome)
  }
}

/// Owns a GCancellable.
///
/// Unchecked: GCancellable itself is thread-safe, and the pointer never changes.
final class SoupCancellation: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GCancellable>?

  init() {
    pointer = g_cancellable_new()
  }

  deinit {
    g_object_unref(pointer)
  }

  var isCancelled: Bool { g_cancellable_is_cancelled(pointer) != 0 }

  func cancel() {
    g_cancellable_cancel(pointer)
  }
}
