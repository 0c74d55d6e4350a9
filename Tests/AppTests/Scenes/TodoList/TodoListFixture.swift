import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A to-do list scene without widgets over a real store.
@MainActor
final class TodoListFixture {
  let bench: SceneBench
  let presenter: TodoListPresenter
  let view = MirrorView()
  let navigator = RecordingNavigator()

  init(_ bench: SceneBench, _ page: Page) {
    self.bench = bench
    let services = bench.services
    presenter = TodoListPresenter(
      page: page, store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, onDamage: services.onDamage)
    view.watch(presenter.screen)
    presenter.take(navigator)
    presenter.onExit = { [weak navigator] in navigator?.note($0) }
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  /// The scene once its rows have been read.
  static func loaded(_ bench: SceneBench, _ page: Page, rows: Int) async -> TodoListFixture {
    let fixture = TodoListFixture(bench, page)
    await fixture.showsRows(rows)
    // The first rows are followed by all of them.
    await eventually("the whole page") { fixture.state.page.revision >= 2 }
    return fixture
  }

  var state: TodoListState { view.state }

  func type(_ text: String) { presenter.didChangeDraft(text) }

  func submit(_ text: String) {
    type(text)
    presenter.didSubmitDraft()
  }

  /// Waits until so many rows stand on the page, and until it is known whether it is empty.
  func showsRows(_ count: Int, file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(count) rows", file: file, line: line) {
      view.rows.count == count && (count > 0 || view.states.last?.placeholder != nil)
    }
  }

  /// Waits until the page shows these titles, "—" being the one above what is done.
  func shows(_ titles: [String], file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(titles)", file: file, line: line) { view.titles == titles }
  }
}
