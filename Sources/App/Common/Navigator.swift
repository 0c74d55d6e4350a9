import Core
import Platform
import Service
import Toolkit

/// Shows alerts over the right window.
@MainActor
protocol AlertPresenting: AnyObject {
  /// Shows an alert and waits for the answer.
  /// - Returns: the id of the chosen response, see ``Alert``.
  func present(_ alert: Alert) async -> String
  /// Shows an alert that nobody asked for, and waits for the answer. It waits for a pause in typing: a
  /// key meant for the entry must not answer it unread.
  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer
}

/// What a presenter knows of the world outside its scene.
@MainActor
protocol Navigator: AlertPresenting {
  /// Opens a dialog, unless one of its kind is open.
  func open(_ route: any Route)
  /// Shows a short message that goes by itself.
  func tell(_ notice: String)
}

/// Where scenes lead: a dialog, with what it begins with. Each route stands in the file of the view that it leads to.
protocol Route {
  /// Makes the presenter of the dialog, and says how its view is made.
  @MainActor
  func dialog(_ services: AppServices) -> Dialog
}

extension AlertPresenting {
  /// Tells that the store could not be read. What was only called off is not told.
  func presentReadingFailure(_ error: StoreError) async {
    guard error != .cancelled else { return }
    _ = await presentWhenQuiet(ErrorText.alert(error, title: tr("To-Dos Cannot Be Read")))
  }
}
