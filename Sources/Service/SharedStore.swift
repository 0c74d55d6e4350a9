import Core

/// The one open store, for the window and for requests over D-Bus.
@MainActor
package final class SharedStore {
  private let opener: @Sendable () async -> Result<TodoStore, StoreError>
  private var opening: Task<Result<TodoStore, StoreError>, Never>?

  /// - Parameter opener: opens the file, off the main thread.
  package init(_ opener: @escaping @Sendable () async -> Result<TodoStore, StoreError>) {
    self.opener = opener
  }

  /// Begins to open the file, so that it is open sooner when it is asked for.
  package func begin() { _ = started() }

  /// Opens the file, or returns the open one. After a failure, the next call tries again.
  package func open() async -> Result<TodoStore, StoreError> {
    let task = started()
    let result = await task.value
    if case .failure = result, opening == task { opening = nil }
    return result
  }

  private func started() -> Task<Result<TodoStore, StoreError>, Never> {
    let opener = opener
    let task = opening ?? Task.detached(priority: .userInitiated) { await opener() }
    opening = task
    return task
  }

  /// Closes the file if it is open, after the work in progress has ended.
  package func close() async {
    guard let task = opening else { return }
    opening = nil
    guard case .success(let store) = await task.value else { return }
    do throws(StoreError) {
      try store.close()
    } catch {
      Log.warning("the file was not closed: \(ErrorText.reason(error))")
    }
  }
}
