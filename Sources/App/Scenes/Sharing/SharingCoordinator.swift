import Basics
import Core
import Platform
import Toolkit

/// Owns the dialog with the people of a list.
@MainActor
final class SharingCoordinator: Coordinator {
  private let list: TodoList
  private let services: AppServices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  /// - Parameter list: kept by an account.
  init(list: TodoList, services: AppServices, stage: any Stage) {
    self.list = list
    self.services = services
    self.stage = stage
  }

  override func start() {
    let presenter = SharingPresenter(
      list: list, store: services.store, commands: services.commands, names: services.names)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension SharingCoordinator: SharingRouter {
  func didFinish() {
    scene?.close()
    finish()
  }

  func choosePerson(
    account: AccountID, excluding excluded: Set<ExactText>,
    onChoose: @escaping @MainActor (_ user: String) -> Void
  ) {
    guard let stage, children.isEmpty else { return }
    begin(
      PeopleCoordinator(
        mode: .choose(
          account: account.root, title: tr("Invite Somebody"), excluded: excluded,
          onChoose: { onChoose($0.id) }, onChooseID: onChoose), services: services, stage: stage))
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
