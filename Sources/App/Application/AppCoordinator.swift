import Core

/// The root of navigation: the main list with its page, the state of synchronisation, and what the
/// window's menu opens.
@MainActor
final class AppCoordinator: Coordinator {
  private let services: AppServices
  private weak var stage: (any Stage)?
  private let remembered: Page?
  private let onOpen: @MainActor (Page) -> Void
  private weak var mainList: MainListCoordinator?

  /// - Parameters:
  ///   - remembered: the page that was open when the application was last used.
  ///   - onOpen: is told each page that opens, to remember it.
  init(
    services: AppServices, stage: any Stage, remembered: Page?,
    onOpen: @escaping @MainActor (Page) -> Void
  ) {
    self.services = services
    self.stage = stage
    self.remembered = remembered
    self.onOpen = onOpen
  }

  override func start() {
    guard let stage else { return }
    services.commands.alerts = self
    let status = SyncStatusPresenter(store: services.store, sync: services.sync)
    status.router = self
    stage.show(status)
    let mainList = MainListCoordinator(
      services: services, stage: stage, remembered: remembered, onOpen: onOpen)
    self.mainList = mainList
    begin(mainList)
  }

  // MARK: What the window's menu and shortcuts ask for

  func didChooseSyncNow() { services.sync.syncNow() }

  func didChooseAccounts() {
    guard let stage, !children.contains(where: { $0 is AccountsCoordinator }) else { return }
    begin(AccountsCoordinator(services: services, stage: stage))
  }

  func didChooseNewList() { mainList?.addList() }

  func didChooseNewTodo() { mainList?.focusAddEntry() }

  func didChooseNewTodoWithDetails() { mainList?.addWithDetails() }
}

extension AppCoordinator: AlertPresenting {
  func present(_ alert: Alert) async -> String {
    await stage?.presentWhenQuiet(alert) ?? alert.closeResponse
  }
}
