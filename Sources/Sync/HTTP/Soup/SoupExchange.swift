import Basics
import Core

/// One request on its way: it ends exactly once, by its answer, its time limit or its cancellation,
/// whichever comes first.
final class SoupExchange: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPFailure>

  let request: HTTPRequest
  /// Stops the work on the other thread. GCancellable is made to be cancelled from any thread
  /// (https://docs.gtk.org/gio/class.Cancellable.html), which is all that others do with it.
  let cancellation = SoupCancellation()
  private let outcome = OneOutcome<Outcome>()

  init(_ request: HTTPRequest) {
    self.request = request
  }

  var isEnded: Bool { outcome.isEnded }

  /// Starts the time limit and says who is told the outcome.
  func begin(completion: @escaping @Sendable (Outcome) -> Void) {
    outcome.begin(within: request.timeout, late: .failure(.timedOut)) { [cancellation] outcome in
      if case .failure = outcome { cancellation.cancel() }
      completion(outcome)
    }
  }

  /// Ends the exchange; everything after the first call is ignored.
  func end(_ outcome: Outcome) {
    self.outcome.end(outcome)
  }
}
