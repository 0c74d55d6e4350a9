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

/// Where scenes are shown: the window. Coordinators know nothing else of the toolkit, so that
/// navigation is tested without a display.
@MainActor
protocol MainWindow: AlertPresenting {
  /// Puts the main list into the window's first pane.
  func show(_ presenter: MainListPresenter)
  /// Puts a page into the window's second pane, in the place of the one before.
  /// - Parameter isReveal: whether a narrow window turns to that pane.
  func show(_ presenter: TodoListPresenter, isReveal: Bool)
  /// Turns a narrow window to its second pane.
  func revealPage()
  /// Puts the details of a to-do beside the page, in the place of those before. Their presenter closes them.
  /// - Parameter takesFocus: whether the focus goes there.
  func show(_ presenter: DetailsPresenter, takesFocus: Bool)
  /// Puts the focus on the details.
  func focusDetails()
  /// Shows how far the changes have come, above the page.
  func show(_ presenter: SyncStatusPresenter)
  /// Opens a dialog over whatever is open. Its presenter closes it.
  func show(_ dialog: Dialog)
  /// Shows all keys.
  func showShortcuts()
  /// Shows the window about the application.
  func show(_ facts: AboutFacts)
  /// Shows a short message that goes by itself, in the place of the one before.
  /// - Parameter onUndo: undoes what the message tells; nil where it has no button for that.
  func tell(_ notice: String, onUndo: (@MainActor () -> Void)?)
  /// Names what the window's menu can undo and redo; nil where there is nothing.
  func setUndo(_ undo: String?, redo: String?)
}

extension MainWindow {
  func tell(_ notice: String) { tell(notice, onUndo: nil) }
}
