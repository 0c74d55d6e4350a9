import Toolkit

/// Somebody who can show an alert over the right window.
@MainActor
protocol AlertPresenting: AnyObject {
  /// Shows an alert and waits for the answer.
  /// - Returns: the id of the chosen response, see ``Alert``.
  func present(_ alert: Alert) async -> String
}
