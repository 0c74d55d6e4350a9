import Core
import Service
import Toolkit

/// Owns the dialog in which the user changes how they are known.
@MainActor
final class ProfileCoordinator: Coordinator {
  private let account: Account
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(account: Account, services: AppServices, stage: any Stage) {
    self.account = account
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = ProfilePresenter(
      account: account, profiles: services.profiles, directory: services.directory)
    presenter.router = self
    scene = stage?.show(presenter)
  }

  private func close() {
    scene?.close()
    finish()
  }
}

extension ProfileCoordinator: ProfileRouter {
  func didCancel() { close() }

  func didSave() {
    close()
    let id = account.id
    let sending = ProfileRound(profiles: services.profiles, account: id, alerts: stage) {
      [directory = services.directory, profiles = services.profiles] in
      if let person = await profiles.profile(of: id) { await directory.put(person, of: id) }
    }
    Task { await sending.run() }
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
