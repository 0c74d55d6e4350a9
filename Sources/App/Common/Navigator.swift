import Core
import Platform
import Service
import Toolkit

/// Shows alerts over the right window.
@MainActor
protocol AlertPresenting: AnyObject {
  /// Shows an alert and waits for the answer.
  /// - Returns: the ID of the chosen response, see ``Alert``.
  func present(_ alert: Alert) async -> String
  /// Shows an alert that no gesture asked for, and waits for the answer. It appears only in a pause in typing, so that
  /// a key meant for an entry does not answer it unread.
  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer
}

/// A presenter's access to everything outside its scene.
@MainActor
protocol Navigator: AlertPresenting {
  /// Opens a dialog, unless one of the same kind is open.
  func open(_ route: any Route)
  /// Shows a short message that disappears by itself.
  func showToast(_ notice: String)
}

/// A dialog that scenes can open, with its initial values. Each route is declared in the file of the view that it
/// opens.
protocol Route {
  /// Makes the presenter of the dialog, and a function that makes its view.
  @MainActor
  func dialog(_ services: AppServices) -> Dialog
}

extension AlertPresenting {
  /// Reports that the store could not be read. A cancelled reading is not reported.
  func presentReadingFailure(_ error: StoreError) async {
    guard error != .cancelled else { return }
    _ = await presentWhenQuiet(ErrorText.alert(error, title: tr("To-Dos Cannot Be Read")))
  }
}
