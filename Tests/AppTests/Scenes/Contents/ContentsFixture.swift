import Core
import Sync

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A scene with the contents without a dialog over a real store.
@MainActor
final class ContentsFixture {
  let bench: SceneBench
  let presenter: ContentsPresenter
  let view = RecordingView<ContentsState>()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench) {
    self.bench = bench
    presenter = ContentsPresenter(
      store: bench.store, commands: bench.commands, catalogue: bench.catalogue, names: bench.names)
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  /// The scene once it reads so many servers.
  static func reading(_ bench: SceneBench, _ count: Int = 1) async -> ContentsFixture {
    let scene = ContentsFixture(bench)
    await eventually("\(count) servers are read") {
      scene.state.sections.filter(\.isLoading).count == count
    }
    return scene
  }

  var state: ContentsState { view.state }
  var names: [[String]] { state.sections.map { ($0.rows ?? []).map(\.name) } }

  func row(_ name: String) -> ContentsState.Row? {
    state.sections.lazy.flatMap { $0.rows ?? [] }.first { $0.name == name }
  }

  func shows(_ names: [[String]], file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(names)", file: file, line: line) { self.names == names }
  }
}

extension SceneBench {
  func answer(_ entries: [CatalogueEntry]) -> ServerAnswer<[CatalogueEntry]> {
    ServerAnswer(value: entries, readAt: time.now())
  }
}
