import Core

extension AsyncThrowingStream where Failure == any Error, Element: Sendable {
  /// A stream of a task's answers; the task is cancelled when nobody reads any more.
  ///
  /// Each answer replaces the one before, so only the latest few are buffered for a slow reader.
  static func reading(
    _ body: @escaping @Sendable (_ answer: @Sendable (Element) -> Void) async throws -> Void
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream<Element, any Error>(bufferingPolicy: .bufferingNewest(4)) { continuation in
      let task = Task {
        do {
          try await body { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
