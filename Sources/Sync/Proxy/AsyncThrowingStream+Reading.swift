import Core

extension AsyncThrowingStream where Failure == any Error, Element: Sendable {
  /// A stream of what a task answers, which is cancelled when nobody reads any more.
  ///
  /// Every answer takes the place of the one before, so a slow reader is not kept more than a few.
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
