/// The window in which scenes are shown. Coordinators depend on nothing else of the toolkit, so navigation can be
/// tested without a display.
@MainActor
protocol MainWindow: AlertPresenting {
  /// Puts the main list into the window's first pane.
  func show(_ presenter: MainListPresenter)
  /// Puts a page into the window's second pane, replacing the previous page.
  /// - Parameter isReveal: whether a narrow window switches to that pane.
  func show(_ presenter: TodoListPresenter, isReveal: Bool)
  /// Switches a narrow window to its second pane.
  func revealPage()
  /// Whether the details cover the page.
  var isPageCovered: Bool { get }
  /// Puts the details of a to-do beside the page, replacing the previous details. Their presenter closes them.
  /// - Parameter takesFocus: whether the details take the focus.
  func show(_ presenter: DetailsPresenter, takesFocus: Bool)
  /// Whether the details will take the focus as soon as they are on the screen.
  var isFocusingDetails: Bool { get }
  /// Whether the focus is in the add entry of the page.
  var isEntryFocused: Bool { get }
  /// Puts the focus on the details.
  func focusDetails()
  /// Shows the sync status above the page.
  func show(_ presenter: SyncStatusPresenter)
  /// Opens a dialog over the topmost window. Its presenter closes it.
  func show(_ dialog: Dialog)
  /// Shows all keyboard shortcuts.
  func showShortcuts()
  /// Shows the About window.
  func show(_ info: AboutInfo)
  /// Shows a short message that disappears by itself and replaces the previous one.
  /// - Parameter onUndo: undoes the command that the message reports; nil shows no Undo button.
  func showToast(_ notice: String, onUndo: (@MainActor () -> Void)?)
  /// Names the commands that the window's menu can undo and redo; nil means that there is none.
  func setUndo(_ undo: String?, redo: String?)
}

extension MainWindow {
  func showToast(_ notice: String) { showToast(notice, onUndo: nil) }
}
