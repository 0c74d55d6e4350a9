import Core

/// Owns the accounts dialog.
@MainActor
final class AccountsCoordinator: Coordinator {
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(services: AppServices, stage: any Stage) {
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = AccountsPresenter(
      store: services.store, commands: services.commands, sync: services.sync)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension AccountsCoordinator: AccountsRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
