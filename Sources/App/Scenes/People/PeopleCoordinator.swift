import Core
import Toolkit

/// Owns the dialog with the people, and the one in which the user changes how they are known.
@MainActor
final class PeopleCoordinator: Coordinator {
  private let mode: PeopleMode
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(mode: PeopleMode, services: AppServices, stage: any Stage) {
    self.mode = mode
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = PeoplePresenter(
      mode: mode, store: services.store, people: services.people, directory: services.directory)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension PeopleCoordinator: PeopleRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func didChoose(_ person: Person) {
    didFinish()
  }

  func editProfile(of account: Account) {
    guard let stage, children.isEmpty else { return }
    begin(ProfileCoordinator(account: account, services: services, stage: stage))
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
