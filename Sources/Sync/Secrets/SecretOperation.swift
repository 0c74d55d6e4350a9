import Basics
import Core

/// One question to the keyring on its way: it ends exactly once, by its answer, its time limit or its
/// cancellation, whichever comes first.
final class SecretOperation<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, SecretError>

  /// Stops the work on the other thread.
  let cancellation = SecretCancellation()
  private let outcome = OneOutcome<Outcome>()

  var isEnded: Bool { outcome.isEnded }

  /// Starts the time limit and says who is told the outcome.
  func begin(limit: Duration, completion: @escaping @Sendable (Outcome) -> Void) {
    outcome.begin(within: limit, late: .failure(.timedOut)) { [cancellation] outcome in
      if case .failure = outcome { cancellation.cancel() }
      completion(outcome)
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
    self.outcome.end(outcome)
  }
}

extension SecretOperation: Redacted {}
