import Core
import Service
import Toolkit

/// Runs the user's commands one after another, in the order in which they were given.
///
/// The store may run two commands given in the same frame in either order, but a user who types ten to-dos expects them
/// in the order of typing. The application waits until the queue is empty before it ends.
@MainActor
final class CommandQueue {
  typealias Command = @MainActor () async throws(StoreError) -> Void

  /// Shows the alert about a failed command. It outlives any scene, since the page on which a command was given may be
  /// gone when the command fails.
  weak var alerts: (any AlertPresenting)?

  /// Runs after each command that succeeded.
  var onCommand: (@MainActor () -> Void)?

  private var last: Task<Void, Never>?
  private var outcome: String?

  /// Runs a command after all earlier ones have ended. A failure is shown in an alert.
  /// - Parameters:
  ///   - title: the alert's title, which names what was not done.
  ///   - onFailure: reverts what the scene shows; the failed command has changed nothing.
  func run(
    _ command: @escaping Command, failing title: @escaping @MainActor (StoreError) -> String,
    onFailure: @escaping @MainActor (StoreError) -> Void = { _ in }
  ) {
    let previous = last
    last = Task {
      await previous?.value
      do throws(StoreError) {
        try await command()
        onCommand?()
      } catch {
        outcome = nil
        onFailure(error)
        // Not awaited: an alert that waits for its answer must not hold up the next command.
        Task { _ = await alerts?.presentWhenQuiet(ErrorText.alert(error, title: title(error))) }
      }
    }
  }

  /// Shows an alert that asks nothing, over the topmost window.
  func showAlert(_ alert: Alert) {
    Task { [alerts] in _ = await alerts?.presentWhenQuiet(alert) }
  }

  /// Called by the running command: sets a message about its outcome, shown with an Undo button once the command has
  /// ended.
  func reportOutcome(_ text: String) { outcome = text }

  /// Returns the message that the command that has just ended set, and clears it.
  func takeOutcome() -> String? {
    defer { outcome = nil }
    return outcome
  }

  /// Waits until all commands given so far are on disk or have failed.
  func drain() async {
    await last?.value
  }
}
