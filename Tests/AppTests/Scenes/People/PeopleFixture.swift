import Core
import Sync

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The scene with the people without a dialog.
@MainActor
final class PeopleFixture {
  let bench: SceneBench
  let presenter: PeoplePresenter
  let view = RecordingView<PeopleState>()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench, _ mode: PeopleMode = .browse) {
    self.bench = bench
    presenter = PeoplePresenter(
      mode: mode, store: bench.store, people: bench.people, directory: bench.directory)
    view.watch(presenter.screen)
    presenter.take(navigator)
    presenter.didLoad()
  }

  var state: PeopleState { view.state }
  var names: [String] { state.rows.map(\.name) }

  /// The scene for the people of an account, who are being read.
  static func opened(_ bench: SceneBench, _ user: String = "ann") async throws -> PeopleFixture {
    _ = try await bench.connect(user: user)
    let fixture = PeopleFixture(bench)
    await eventually("the reading") { !bench.people.reads.isEmpty }
    return fixture
  }

  func shows(_ names: [String], file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(names)", file: file, line: line) { self.names == names }
  }
}
