import Core
import Toolkit

/// Owns the dialog in which somebody signs in.
@MainActor
final class SignInCoordinator: Coordinator {
  private let mode: SignInPresenter.Mode
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(mode: SignInPresenter.Mode, services: AppServices, stage: any Stage) {
    self.mode = mode
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = SignInPresenter(
      mode: mode, store: services.store, commands: services.commands, sync: services.sync,
      signing: services.signing, profiles: services.profiles)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension SignInCoordinator: SignInRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func didKeepProfile(of account: AccountID) {
    let round = ProfileRound(profiles: services.profiles, account: account, alerts: stage) {}
    Task { await round.run() }
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
