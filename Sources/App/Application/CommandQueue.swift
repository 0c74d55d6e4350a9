import Core

/// Runs the user's commands one after another, in the order in which they were given.
///
/// The store would take two commands given in the same frame in either order; a person who types ten
/// to-dos wants them in the order of typing. Before the application ends, the queue runs empty.
@MainActor
final class CommandQueue {
  typealias Command = @MainActor () async throws(StoreError) -> Void

  private var last: Task<Void, Never>?

  /// Runs a command once those before it have ended.
  /// - Parameter onFailure: is told why the command changed nothing.
  func run(_ command: @escaping Command, onFailure: @escaping @MainActor (StoreError) async -> Void)
  {
    let previous = last
    last = Task {
      await previous?.value
      do throws(StoreError) {
        try await command()
      } catch {
        // Not awaited: an alert that waits for its answer must not hold up the next command.
        Task { await onFailure(error) }
      }
    }
  }

  /// Waits until everything that was asked for so far is on disk or has failed.
  func drain() async {
    await last?.value
  }
}
