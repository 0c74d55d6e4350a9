import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A recovery scene without a dialog over a real store.
@MainActor
final class RecoveryFixture {
  let bench: SceneBench
  let presenter: RecoveryPresenter
  let view = RecordingView<RecoveryState>()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench, page: RecoveryState.Page = .trash) {
    self.bench = bench
    presenter = RecoveryPresenter(
      page: page, store: bench.store, commands: bench.commands, clock: bench.days,
      names: bench.names)
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  /// The scene once its rows have been read.
  static func loaded(_ bench: SceneBench, page: RecoveryState.Page = .trash) async
    -> RecoveryFixture
  {
    let scene = RecoveryFixture(bench, page: page)
    await eventually("the rows") { scene.state.isLoaded }
    return scene
  }

  var state: RecoveryState { view.state }
}
