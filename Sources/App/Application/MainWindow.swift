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
