import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// An edit task scene without a dialog over a real store.
@MainActor
final class EditTaskFixture {
  let presenter: EditTaskPresenter
  let view = RecordingView<EditTaskState>()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench, _ mode: EditTaskPresenter.Mode) {
    presenter = EditTaskPresenter(
      mode: mode, store: bench.store, commands: bench.commands, clock: bench.days,
      directory: bench.directory)
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  var state: EditTaskState { view.state }

  /// Saves and waits until the scene has ended.
  func save(file: StaticString = #filePath, line: UInt = #line) async {
    presenter.didSave()
    await eventually("the end", file: file, line: line) { !presenter.isOpen }
  }
}
