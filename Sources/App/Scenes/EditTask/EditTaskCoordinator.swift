import Basics
import Core
import Platform
import Toolkit

/// Owns the edit task scene.
@MainActor
final class EditTaskCoordinator: Coordinator {
  private let mode: EditTaskPresenter.Mode
  private let services: AppServices
  private weak var stage: (any Stage)?
  private let onSave: @MainActor () -> Void
  private var scene: (any SceneHandle)?

  init(
    mode: EditTaskPresenter.Mode, services: AppServices, stage: any Stage,
    onSave: @escaping @MainActor () -> Void = {}
  ) {
    self.mode = mode
    self.services = services
    self.stage = stage
    self.onSave = onSave
  }

  override func start() {
    let presenter = EditTaskPresenter(
      mode: mode, store: services.store, commands: services.commands, clock: services.clock,
      directory: services.directory)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension EditTaskCoordinator: EditTaskRouter {
  func didCancel() {
    scene?.close()
    finish()
  }

  func didFinish() {
    scene?.close()
    onSave()
    finish()
  }

  func choosePerson(
    of account: AccountID, excluding excluded: Set<ExactText>,
    _ onChoose: @escaping @MainActor (Person) -> Void
  ) {
    guard let stage, children.isEmpty else { return }
    let mode = PeopleMode.choose(
      account: account, title: tr("Assign To"), excluded: excluded, onChoose: onChoose)
    begin(PeopleCoordinator(mode: mode, services: services, stage: stage))
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
