import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The whole application without a window over a real store.
@MainActor
final class AppFixture {
  let bench: SceneBench
  let mainWindow = RecordingWindow()
  let coordinator: AppCoordinator
  private let pages = Pages()

  init(_ bench: SceneBench, remembered: Page? = nil) {
    self.bench = bench
    let pages = pages
    coordinator = AppCoordinator(
      services: bench.services, mainWindow: mainWindow, remembered: remembered,
      onOpen: { pages.opened.append($0) })
    coordinator.start()
  }

  /// The application once its first page is open.
  static func started(_ bench: SceneBench, remembered: Page? = nil) async -> AppFixture {
    let app = AppFixture(bench, remembered: remembered)
    await eventually("the first page") { app.page != nil }
    return app
  }

  /// The pages that were to be remembered, in order.
  var opened: [Page] { pages.opened }
  var page: TodoListPresenter? { mainWindow.page }

  /// Waits until the page of a list is open that its first to-do makes.
  func showsUnmadeList(insteadOf gone: ListID) async -> Page? {
    await eventually("a list that a to-do makes") {
      guard case .list(let id)? = self.page?.page else { return false }
      return id != gone
    }
    return page?.page
  }

  /// Waits until a page is open.
  func shows(_ page: Page, file: StaticString = #filePath, line: UInt = #line) async {
    await eventually("\(page)", file: file, line: line) { self.page?.page == page }
  }

  @MainActor
  private final class Pages {
    var opened: [Page] = []
  }
}
