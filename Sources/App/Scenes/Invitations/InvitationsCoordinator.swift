import Toolkit

/// Owns the dialog with the invitations into lists of other people.
@MainActor
final class InvitationsCoordinator: Coordinator {
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(services: AppServices, stage: any Stage) {
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = InvitationsPresenter(
      store: services.store, commands: services.commands, names: services.names)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension InvitationsCoordinator: InvitationsRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
