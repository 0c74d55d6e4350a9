import Core
import Toolkit

/// Owns the dialog for a list's name.
@MainActor
final class AddListCoordinator: Coordinator {
  private let mode: AddListPresenter.Mode
  private let services: AppServices
  private weak var stage: (any Stage)?
  private let onFinish: @MainActor (TodoList) -> Void
  private var scene: (any SceneHandle)?

  init(
    mode: AddListPresenter.Mode, services: AppServices, stage: any Stage,
    onFinish: @escaping @MainActor (TodoList) -> Void
  ) {
    self.mode = mode
    self.services = services
    self.stage = stage
    self.onFinish = onFinish
  }

  override func start() {
    let presenter = AddListPresenter(
      mode: mode, store: services.store, commands: services.commands)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension AddListCoordinator: AddListRouter {
  func didCancel() {
    scene?.close()
    finish()
  }

  func didFinish(_ list: TodoList, notice: String?) {
    scene?.close()
    if let notice { stage?.tell(notice) }
    onFinish(list)
    finish()
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
