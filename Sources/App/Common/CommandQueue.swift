import Core
import Service
import Toolkit

/// Runs the user's commands one after another, in the order in which they were given.
///
/// The store would take two commands given in the same frame in either order; a person who types ten
/// to-dos wants them in the order of typing. Before the application ends, the queue runs empty.
@MainActor
final class CommandQueue {
  typealias Command = @MainActor () async throws(StoreError) -> Void

  /// Who tells a person that a command failed. It lives longer than any scene: the page on which a
  /// command was given may be gone when it fails.
  weak var alerts: (any AlertPresenting)?

  /// Runs after each command that did not fail.
  var onCommand: (@MainActor () -> Void)?

  private var last: Task<Void, Never>?
  private var outcome: String?

  /// Runs a command once those before it have ended. A failure is shown in an alert.
  /// - Parameters:
  ///   - title: the alert's, naming what was not done.
  ///   - onFailure: takes back what the scene shows; the command has changed nothing.
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

  /// Shows an alert that is no question, over whatever is open then.
  func tell(_ alert: Alert) {
    Task { [alerts] in _ = await alerts?.presentWhenQuiet(alert) }
  }

  /// Has the command that runs tell what came of it once it has ended, with a button that undoes it.
  func tellOutcome(_ text: String) { outcome = text }

  /// What the command that has just ended wants to tell; nil the second time.
  func takeOutcome() -> String? {
    defer { outcome = nil }
    return outcome
  }

  /// Waits until everything that was asked for so far is on disk or has failed.
  func drain() async {
    await last?.value
  }
}
