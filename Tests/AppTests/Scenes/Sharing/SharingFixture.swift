import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A scene with the people of a list without a dialog over a real store.
@MainActor
final class SharingFixture {
  let bench: SceneBench
  let presenter: SharingPresenter
  let view = RecordingView<SharingState>()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench, _ list: TodoList) {
    self.bench = bench
    presenter = SharingPresenter(
      list: list, store: bench.undo.store, commands: bench.commands, undo: bench.undo,
      names: bench.names)
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  var state: SharingState { view.state }

  /// Each row in few words.
  var rows: [String] {
    state.rows.map { row in
      row.id + " " + (row.role?.rawValue ?? "owner") + (row.isWaiting ? " …" : "")
    }
  }

  func shows(_ rows: [String], file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(rows)", file: file, line: line) { self.rows == rows }
  }
}
