import Toolkit

/// Who asks about changes from last time.
@MainActor
protocol LeftOverRouter: AlertPresenting {
  /// Shows an alert that nobody asked for and waits for the answer.
  func ask(_ alert: Alert) async -> Alert.Answer
  /// Shows beside everything else what goes on with these changes; nil: nothing any more.
  func show(notice: String?)
}
