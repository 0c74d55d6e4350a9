import Core
import Toolkit

/// Owns the dialog with the contents.
@MainActor
final class ContentsCoordinator: Coordinator {
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(services: AppServices, stage: any Stage) {
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = ContentsPresenter(
      store: services.store, commands: services.commands, catalogue: services.catalogue,
      names: services.names)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension ContentsCoordinator: ContentsRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
