import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The details of a to-do without a window over a real store.
@MainActor
final class DetailsFixture {
  let presenter: DetailsPresenter
  let view = RecordingView<DetailsState>()
  let navigator = RecordingNavigator()
  private let bench: SceneBench
  private(set) var added: [Todo] {
    get { additions.todos }
    set { additions.todos = newValue }
  }
  private let additions = Additions()

  /// - Parameter saveDelay: how long after the last key a text is kept; by default longer than any test.
  init(_ bench: SceneBench, _ mode: DetailsPresenter.Mode, saveDelay: Duration = .seconds(3_600)) {
    self.bench = bench
    let additions = additions
    presenter = DetailsPresenter(
      mode: mode, store: bench.undo.store, commands: bench.commands, clock: bench.days,
      directory: bench.directory, saveDelay: saveDelay, onAdd: { additions.todos.append($0) })
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
  }

  var state: DetailsState { view.state }

  func type(title: String) { presenter.didType(title, into: .title) }
  func type(notes: String) { presenter.didType(notes, into: .notes) }

  /// Closes the details and waits until they have ended.
  func close(file: StaticString = #filePath, line: UInt = #line) async {
    presenter.didClose()
    await eventually("the end", file: file, line: line) { !presenter.isOpen }
    await bench.waitUntilIdle()
  }

  /// The focus leaves the details; waits until everything is on disk.
  func leave() async {
    presenter.didLeave()
    await bench.waitUntilIdle()
  }

  func stored() async throws -> Todo {
    let todo = try await bench.store.todo(presenter.todo)
    return try XCTUnwrap(todo)
  }

  private final class Additions {
    var todos: [Todo] = []
  }
}
