import Basics
import CSoup
import Core

/// One pending request. It ends exactly once, with its answer, by timeout or by cancellation, whichever comes
/// first.
final class SoupExchange: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPFailure>

  let request: HTTPRequest
  /// Stops the work. Cancelled on ``SoupThread`` only: libsoup's handler changes its session.
  let cancellation = SoupCancellation()
  private let promise = Promise<Outcome>()

  init(_ request: HTTPRequest) {
    self.request = request
  }

  var isEnded: Bool { promise.isResolved }

  /// Starts the timeout and sets who receives the outcome.
  func begin(completion: @escaping @Sendable (Outcome) -> Void) {
    promise.begin(within: request.timeout, late: .failure(.timedOut)) { [cancellation] outcome in
      if case .failure = outcome { SoupThread.shared.perform { cancellation.cancel() } }
      completion(outcome)
    }
  }

  /// Ends the exchange; all calls after the first are ignored.
  func end(_ outcome: Outcome) {
    promise.resolve(outcome)
  }
}

/// Owns a GCancellable.
///
/// Unchecked: the pointer never changes, and what it points to is used on ``SoupThread`` only.
final class SoupCancellation: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GCancellable>?

  init() {
    pointer = g_cancellable_new()
  }

  deinit {
    g_object_unref(pointer)
  }

  func cancel() {
    g_cancellable_cancel(pointer)
  }
}
