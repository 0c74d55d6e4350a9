import Core
import Toolkit

/// Where scenes lead: every dialog, with what it begins with.
enum Route {
  case accounts
  case contents
  case invitations
  /// Asks for the name of a list.
  /// - Parameter onFinish: gets the list, made or renamed; the dialog is closed then.
  case listEdit(ListEditPresenter.Mode, onFinish: @MainActor (TodoList) -> Void = { _ in })
  case members(TodoList)
  /// Moves a to-do to a list that is chosen.
  case moveTo(ChosenTodo)
  /// Makes a to-do a subtask of another one that is chosen.
  case parent(ChosenTodo)
  case people(PeopleMode)
  case preferences
  case profile(Account)
  case recovery(RecoveryState.Page)
  case signIn(SignInPresenter.Mode)
  case signInCalDAV(CalDAVSignInPresenter.Mode)
  /// Asks for a time zone in place of the one that is set.
  case timeZone(ZoneName?, onChoose: @MainActor (ZoneName) -> Void)
}

/// A dialog that is ready to be shown.
enum Dialog {
  case accounts(AccountsPresenter)
  case choice(ChoicePresenter)
  case listEdit(ListEditPresenter)
  case contents(ContentsPresenter)
  case invitations(InvitationsPresenter)
  case people(PeoplePresenter)
  case preferences(PreferencesPresenter)
  case profile(ProfilePresenter)
  case recovery(RecoveryPresenter)
  case sharing(SharingPresenter)
  case signIn(SignInPresenter)
  case signInCalDAV(CalDAVSignInPresenter)

  @MainActor
  var presenter: any Presenter {
    switch self {
    case .accounts(let presenter): presenter
    case .choice(let presenter): presenter
    case .listEdit(let presenter): presenter
    case .contents(let presenter): presenter
    case .invitations(let presenter): presenter
    case .people(let presenter): presenter
    case .preferences(let presenter): presenter
    case .profile(let presenter): presenter
    case .recovery(let presenter): presenter
    case .sharing(let presenter): presenter
    case .signIn(let presenter): presenter
    case .signInCalDAV(let presenter): presenter
    }
  }
}

/// Opens the dialogs, whichever scene asks for them, and keeps that one of a kind is enough.
@MainActor
final class DialogCoordinator: Navigator {
  private let services: AppServices
  private weak var mainWindow: (any MainWindow)?
  private var shown: [WeakPresenter] = []

  init(services: AppServices, mainWindow: any MainWindow) {
    self.services = services
    self.mainWindow = mainWindow
  }

  func open(_ route: Route) {
    let dialog = dialog(for: route)
    shown.removeAll { $0.presenter?.isOpen != true }
    guard let mainWindow, !shown.contains(where: { $0.isLike(dialog.presenter) }) else { return }
    shown.append(WeakPresenter(dialog.presenter))
    dialog.presenter.take(self)
    mainWindow.show(dialog)
  }

  func tell(_ notice: String) { mainWindow?.tell(notice) }

  func present(_ alert: Alert) async -> String {
    await mainWindow?.present(alert) ?? alert.closeResponse
  }

  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer {
    await mainWindow?.presentWhenQuiet(alert) ?? Alert.Answer(response: alert.closeResponse)
  }

  private func dialog(for route: Route) -> Dialog {
    let (store, commands) = (services.store, services.commands)
    return switch route {
    case .accounts:
      .accounts(
        AccountsPresenter(
          store: store, commands: commands, sync: services.sync, signing: services.signing))
    case .contents:
      .contents(
        ContentsPresenter(
          store: store, commands: commands, catalogue: services.catalogue, names: services.names))
    case .invitations:
      .invitations(
        InvitationsPresenter(store: store, commands: commands, names: services.names))
    case .listEdit(let mode, let onFinish):
      .listEdit(
        ListEditPresenter(mode: mode, store: store, commands: commands, onFinish: onFinish))
    case .members(let list):
      .sharing(
        SharingPresenter(
          list: list, store: store, commands: commands, undo: services.undo, names: services.names))
    case .moveTo(let todo):
      .choice(
        .list(for: todo, store: store, commands: commands, names: services.names))
    case .parent(let todo):
      .choice(.parent(for: todo, store: store, commands: commands))
    case .people(let mode):
      .people(
        PeoplePresenter(
          mode: mode, store: store, people: services.people, directory: services.directory))
    case .preferences:
      .preferences(
        PreferencesPresenter(
          settings: services.settings, onReminderChange: services.remindersDidChange))
    case .profile(let account):
      .profile(
        ProfilePresenter(
          account: account, profiles: services.profiles, directory: services.directory))
    case .recovery(let page):
      .recovery(RecoveryPresenter(page: page, store: store, commands: commands))
    case .signIn(let mode):
      .signIn(
        SignInPresenter(
          mode: mode, store: store, commands: commands, sync: services.sync,
          signing: services.signing, profiles: services.profiles))
    case .signInCalDAV(let mode):
      .signInCalDAV(
        CalDAVSignInPresenter(
          mode: mode, store: store, commands: commands, sync: services.sync,
          signing: services.signing))
    case .timeZone(let present, let onChoose):
      .choice(.timeZone(present: present, onChoose: onChoose))
    }
  }

  private struct WeakPresenter {
    weak var presenter: (any Presenter)?

    init(_ presenter: any Presenter) {
      self.presenter = presenter
    }

    func isLike(_ other: any Presenter) -> Bool {
      presenter.map { type(of: $0) == type(of: other) } ?? false
    }
  }
}
