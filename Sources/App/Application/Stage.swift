import Toolkit

/// A dialog that is ready to be shown.
enum Dialog {
  case accounts(AccountsPresenter)
  case addList(AddListPresenter)
  case contents(ContentsPresenter)
  case editTask(EditTaskPresenter)
  case invitations(InvitationsPresenter)
  case people(PeoplePresenter)
  case preferences(PreferencesPresenter)
  case profile(ProfilePresenter)
  case recovery(RecoveryPresenter)
  case sharing(SharingPresenter)
  case signIn(SignInPresenter)

  @MainActor
  var presenter: any Presenter {
    switch self {
    case .accounts(let presenter): presenter
    case .addList(let presenter): presenter
    case .contents(let presenter): presenter
    case .editTask(let presenter): presenter
    case .invitations(let presenter): presenter
    case .people(let presenter): presenter
    case .preferences(let presenter): presenter
    case .profile(let presenter): presenter
    case .recovery(let presenter): presenter
    case .sharing(let presenter): presenter
    case .signIn(let presenter): presenter
    }
  }
}

/// Where scenes are shown: the window. Coordinators know nothing else of the toolkit, so that
/// navigation is tested without a display.
@MainActor
protocol Stage: AlertPresenting {
  /// Puts the main list into the window's first pane.
  func show(_ presenter: MainListPresenter)
  /// Puts a page into the window's second pane, in the place of the one before.
  /// - Parameter isReveal: whether a narrow window turns to that pane.
  func show(_ presenter: TodoListPresenter, isReveal: Bool)
  /// Turns a narrow window to its second pane.
  func revealPage()
  /// Shows how far the changes have come, above the page.
  func show(_ presenter: SyncStatusPresenter)
  /// Opens a dialog over whatever is open. Its presenter closes it.
  func show(_ dialog: Dialog)
  /// Shows all keys.
  func showShortcuts()
  /// Shows the window about the application.
  func show(_ facts: AboutFacts)
  /// Shows a short message that goes by itself.
  func tell(_ notice: String)
}
