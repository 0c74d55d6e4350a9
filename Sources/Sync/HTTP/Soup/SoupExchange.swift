import Basics
import Core
import Synchronization

/// One request on its way: it ends exactly once, by its answer, its time limit or its cancellation,
/// whichever comes first.
final class SoupExchange: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPFailure>

  private struct State {
    var isEnded = false
    var outcome: Outcome?
    var completion: (@Sendable (Outcome) -> Void)?
    var timer: Task<Void, Never>?
  }

  let request: HTTPRequest
  /// Stops the work on the other thread. GCancellable is made to be cancelled from any thread
  /// (https://docs.gtk.org/gio/class.Cancellable.html), which is all that others do with it.
  let cancellation = SoupCancellation()
  private let state = Mutex(State())

  init(_ request: HTTPRequest) {
    self.request = request
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Starts the time limit and says who is told the outcome.
  func begin(completion: @escaping @Sendable (Outcome) -> Void) {
    let limit = request.timeout
    let timer = Task { [weak self] in
      guard (try? await Task.pause(for: limit)) != nil else { return }
      self?.end(.failure(.timedOut))
    }
    let early: Outcome? = state.withLock { state in
      guard !state.isEnded else { return state.outcome }
      state.completion = completion
      state.timer = timer
      return nil
    }
    if let early {
      timer.cancel()
      completion(early)
    }
  }

  /// Ends the exchange; everything after the first call is ignored.
  func end(_ outcome: Outcome) {
    let completion: (@Sendable (Outcome) -> Void)? = state.withLock { state in
      guard !state.isEnded else { return nil }
      state.isEnded = true
      state.timer?.cancel()
      state.timer = nil
      guard let completion = state.completion else {
        state.outcome = outcome
        return nil
      }
      state.completion = nil
      return completion
    }
    if case .failure = outcome { cancellation.cancel() }
    completion?(outcome)
  }
}
