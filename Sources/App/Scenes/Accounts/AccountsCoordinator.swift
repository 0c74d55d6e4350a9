import Core
import Toolkit

/// Owns the dialog with the accounts, and the one that signs in.
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
      store: services.store, commands: services.commands, sync: services.sync,
      signing: services.signing)
    presenter.router = self
    scene = stage?.show(presenter)
  }

  private func signIn(_ mode: SignInPresenter.Mode) {
    guard let stage, children.isEmpty else { return }
    begin(SignInCoordinator(mode: mode, services: services, stage: stage))
  }
}

extension AccountsCoordinator: AccountsRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func addAccount() { signIn(.add) }

  func signInAgain(_ account: Account) { signIn(.again(account)) }

  func editProfile(of account: Account) {
    guard let stage, children.isEmpty else { return }
    begin(ProfileCoordinator(account: account, services: services, stage: stage))
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
