/// Owns the preferences.
@MainActor
final class PreferencesCoordinator: Coordinator {
  private let choices: any Choices
  private weak var stage: (any Stage)?
  private var scene: (any SceneHandle)?

  init(choices: any Choices, stage: any Stage) {
    self.choices = choices
    self.stage = stage
  }

  override func start() {
    let presenter = PreferencesPresenter(choices: choices)
    presenter.router = self
    scene = stage?.show(presenter)
  }
}

extension PreferencesCoordinator: PreferencesRouter {
  func didFinish() {
    scene?.close()
    finish()
  }
}
