import Core
import Toolkit

/// Owns the dialog in which lost things are found again.
@MainActor
final class RecoveryCoordinator: Coordinator {
  private let page: RecoveryState.Page
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(page: RecoveryState.Page, services: AppServices, stage: any Stage) {
    self.page = page
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = RecoveryPresenter(
      page: page, store: services.store, commands: services.commands)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension RecoveryCoordinator: RecoveryRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
