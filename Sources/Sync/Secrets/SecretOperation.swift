import Basics
import CSecret
import Core

/// One pending operation on the keyring. It ends exactly once, with its answer, by timeout or by
/// cancellation, whichever comes first.
final class SecretOperation<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, SecretError>

  /// Stops the work on the other thread.
  let cancellation = SecretCancellation()
  private let promise = Promise<Outcome>()

  var isEnded: Bool { promise.isResolved }

  /// Starts the timeout and sets who receives the outcome.
  func begin(limit: Duration, completion: @escaping @Sendable (Outcome) -> Void) {
    promise.begin(within: limit, late: .failure(.timedOut)) { [cancellation] outcome in
      completion(outcome)
      if case .failure = outcome { cancellation.cancel() }
    }
  }

  /// Does the work, blocking the thread until it is done or the operation has ended.
  /// - Returns: why it failed; nil if it did not, or had ended before.
  func run(
    on busAddress: String?, asks: Bool,
    _ body: (SecretConversation) throws(SecretError) -> Value
  ) -> SecretError? {
    if isEnded { return nil }
    do throws(SecretError) {
      let conversation = try SecretConversation(
        address: busAddress, asks: asks, cancellation: cancellation)
      end(.success(try body(conversation)))
      return nil
    } catch {
      // What fails because the operation has ended, such as a cancelled question, says nothing about the keyring.
      return end(.failure(error)) ? error : nil
    }
  }

  /// Ends the operation; all calls after the first are ignored.
  /// - Returns: whether this was the first.
  @discardableResult
  func end(_ outcome: Outcome) -> Bool {
    promise.resolve(outcome)
  }
}

extension SecretOperation: Redacted {}

/// Owns the GCancellable of an operation.
///
/// Unchecked: a GCancellable may be cancelled from any thread
/// (https://docs.gtk.org/gio/class.Cancellable.html), and the pointer never changes.
final class SecretCancellation: @unchecked Sendable {
  let pointer = g_cancellable_new()

  deinit {
    g_object_unref(pointer)
  }

  func cancel() {
    g_cancellable_cancel(pointer)
  }
}
