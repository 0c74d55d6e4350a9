import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A main list scene without widgets over a real store.
@MainActor
final class MainListFixture {
  let bench: SceneBench
  let presenter: MainListPresenter
  let view = RecordingView<MainListState>()
  let navigator = RecordingNavigator()
  /// Whether something stands in the entry of the open page.
  var isTyping = false

  init(_ bench: SceneBench, remembered: Page? = nil) {
    self.bench = bench
    let services = bench.services
    presenter = MainListPresenter(
      store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, remembered: remembered, onDamage: services.onDamage)
    view.watch(presenter.screen)
    presenter.take(navigator)
    presenter.onExit = { [weak navigator] in navigator?.note($0) }
    presenter.isTyping = { [weak self] in self?.isTyping ?? false }
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  /// The scene once its lists and counts have been read.
  static func loaded(_ bench: SceneBench, remembered: Page? = nil) async throws -> MainListFixture {
    let fixture = MainListFixture(bench, remembered: remembered)
    let stored = try await bench.store.lists().map(\.name)
    let lists = stored.isEmpty ? [bench.store.naming.firstList] : stored
    let hasAccounts = try await !bench.store.accounts().isEmpty
    await fixture.shows(["Important"] + (hasAccounts ? ["Assigned to Me"] : []) + ["Today"] + lists)
    await bench.waitUntilIdle()
    return fixture
  }

  /// The scene with a list of this computer, "Cellar", one of an account, "Home", and one that another user shares, "Club".
  static func withEveryOwner(
    _ bench: SceneBench
  ) async throws -> (list: MainListFixture, local: TodoList, own: TodoList, shared: TodoList) {
    let local = try await bench.store.addList(named: "Cellar")
    let ann = try Account.sample()
    try await bench.store.connect(ann, isAdopting: false)
    let own = try await bench.store.addList(named: "Home", to: .account(ann.id))
    let shared = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let list = MainListFixture(bench)
    await eventually("the lists") { list.names.count == 6 }
    return (list, local, own, shared)
  }

  var state: MainListState { view.state }
  var names: [String] { view.states.last?.rows.map(\.name) ?? [] }
  var counts: [Int] { view.states.last?.rows.map(\.openCount) ?? [] }

  func shows(_ names: [String], file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(names)", file: file, line: line) { self.names == names }
  }

  func shows(counts: [Int], file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(counts)", file: file, line: line) { self.counts == counts }
  }
}
