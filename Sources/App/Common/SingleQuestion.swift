/// Asks one question at a time: another press of the same key does not ask again.
@MainActor
final class SingleQuestion {
  private var isAsked = false

  /// Runs a closure that asks, unless an earlier one is still being answered.
  func ask(_ question: @escaping @MainActor () async -> Void) {
    guard !isAsked else { return }
    isAsked = true
    Task {
      await question()
      isAsked = false
    }
  }
}
