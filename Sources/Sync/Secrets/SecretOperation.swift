import Basics
import Core
import Synchronization

/// One question to the keyring on its way: it ends exactly once, by its answer, its time limit or its
/// cancellation, whichever comes first.
final class SecretOperation<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, SecretError>

  private struct State {
    var outcome: Outcome?
    var completion: (@Sendable (Outcome) -> Void)?
    var timer: Task<Void, Never>?
  }

  /// Stops the work on the other thread.
  let cancellation = SecretCancellation()
  private let state = Mutex(State())

  var isEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Starts the time limit and says who is told the outcome.
  func begin(limit: Duration, completion: @escaping @Sendable (Outcome) -> Void) {
    let timer = Task { [weak self] in
      guard (try? await Task.pause(for: limit)) != nil else { return }
      self?.end(.failure(.timedOut))
    }
    let early: Outcome? = state.withLock { state in
      guard state.outcome == nil else { return state.outcome }
      state.completion = completion
      state.timer = timer
      return nil
    }
    if let early {
      timer.cancel()
      completion(early)
    }
  }

  /// Does the work, blocking the thread until it is done or the operation has ended otherwise.
  func run(
    on busAddress: String?, _ body: (SecretConversation) throws(SecretError) -> Value
  ) {
    if isEnded { return }
    do throws(SecretError) {
      let conversation = try SecretConversation(address: busAddress, cancellation: cancellation)
      end(.success(try body(conversation)))
    } catch {
      end(.failure(error))
    }
  }

  /// Ends the operation; everything after the first call is ignored.
  func end(_ outcome: Outcome) {
    let completion: (@Sendable (Outcome) -> Void)? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      // The value itself is kept only for somebody who asks later.
      state.outcome = state.completion == nil ? outcome : .failure(.cancelled)
      state.timer?.cancel()
      state.timer = nil
      defer { state.completion = nil }
      return state.completion
    }
    if case .failure = outcome { cancellation.cancel() }
    completion?(outcome)
  }
}

extension SecretOperation: Redacted {}
