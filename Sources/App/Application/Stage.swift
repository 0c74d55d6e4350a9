import Toolkit

/// Where scenes are shown: the window. Coordinators know nothing else of the toolkit, so that
/// navigation is tested without a display.
@MainActor
protocol Stage: AlertPresenting {
  /// Shows an alert that nobody asked for, and waits for the answer. It waits for a pause in typing: a
  /// key meant for the entry must not answer it unread.
  func presentWhenQuiet(_ alert: Alert) async -> String
  /// The same for an alert with a check button.
  func askWhenQuiet(_ alert: Alert) async -> Alert.Answer
  /// Puts the main list into the window's first pane.
  func show(_ presenter: MainListPresenter)
  /// Puts a page into the window's second pane, in the place of the one before.
  /// - Parameter isReveal: whether a narrow window turns to that pane.
  func show(_ presenter: TodoListPresenter, isReveal: Bool)
  /// Turns a narrow window to its second pane.
  func revealPage()
  /// Shows how far the changes have come, above the page.
  func show(_ presenter: SyncStatusPresenter)
  /// Shows a short message that goes by itself.
  func tell(_ notice: String)
  /// Opens a dialog.
  func show(_ presenter: ContentsPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: InvitationsPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: SharingPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: AddListPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: EditTaskPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: AccountsPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: SignInPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: RecoveryPresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: PeoplePresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: ProfilePresenter) -> any SceneHandle
  /// Opens a dialog.
  func show(_ presenter: PreferencesPresenter) -> any SceneHandle
  /// Shows all keys.
  func showShortcuts()
  /// Shows the window about the application.
  func show(_ facts: AboutFacts)
}

extension Stage {
  func presentWhenQuiet(_ alert: Alert) async -> String { await present(alert) }

  func askWhenQuiet(_ alert: Alert) async -> Alert.Answer {
    let response = await presentWhenQuiet(alert)
    return Alert.Answer(response: response, isChecked: alert.check?.isOn ?? false)
  }
}

/// An open dialog.
@MainActor
protocol SceneHandle: AnyObject {
  /// Closes it; closing twice does no harm.
  func close()
}
