import Basics
import CGtk
import Core
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Every dialog, opened over the real window with content in it, is freed when it is closed.
final class DialogLifetimeTests: XCTestCase {
  /// Something of everything that a dialog can show.
  private struct Content {
    let ann: Account
    let list: TodoList
    let todo: Todo
  }

  /// A way to every dialog; a test looks that none is missing.
  @MainActor
  private static let routes: [(Content) -> any Route] = [
    { _ in AccountsRoute() },
    { _ in CalDAVSignInRoute(mode: .add) },
    { _ in ContentsRoute() },
    { _ in InvitationsRoute() },
    { ListEditRoute(mode: .edit($0.list)) },
    { MoveRoute(todo: ChosenTodo($0.todo)) },
    { ParentRoute(todo: ChosenTodo($0.todo)) },
    { _ in PeopleRoute(mode: .browse) },
    { _ in PreferencesRoute() },
    { ProfileRoute(account: $0.ann) },
    { _ in RecoveryRoute(page: .trash) },
    { SharingRoute(list: $0.list) },
    { _ in SignInRoute(mode: .add) },
    { _ in ZoneRoute(present: nil) { _ in } },
  ]

  /// Hands the dialogs on to a real window.
  @MainActor
  private final class DialogWindow: RecordingWindow {
    let window: WindowView
    private(set) weak var presenter: (any Presenter)?

    init(_ loop: ApplicationLoop, _ bench: SceneBench) {
      window = WindowView(
        application: loop, settings: bench.settings,
        avatars: AvatarProvider(directory: bench.directory, pictures: bench.pictures))
      super.init()
      window.present()
    }

    override func show(_ dialog: Dialog) {
      presenter = dialog.presenter
      window.show(dialog)
    }
  }

  @MainActor
  private static func fill(_ bench: SceneBench) throws -> Content {
    let people: [Person] = [.sample("bob", picture: "https://x.org/b.png"), .sample("eve")]
    bench.people.prepare(people)
    bench.profiles.person = .sample("ann", picture: "https://x.org/a.png")
    return try inLoop {
      let ann = try await bench.connect()
      bench.catalogue.cache(bench.answer([.sample("x", "Alps")]), of: ann.id)
      let list = try await bench.addSentList("Home", ann)
      try await bench.store.addList(named: "Work")
      try await bench.store.setMember("bob", of: list.id, as: .reader)
      try await bench.invite("party", named: "Party", of: "bob", ann)
      let deleted = try await bench.add("bread", to: list.id)
      _ = try await bench.store.delete(deleted.id)
      try await bench.add("eggs", to: list.id)
      return Content(ann: ann, list: list, todo: try await bench.add("milk", to: list.id))
    }
  }

  /// The names of the routes that there are.
  private static func routesInSources() throws -> Set<String> {
    let project = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let scenes = project + "/Sources/App/Scenes/"
    let lines = try FileManager.default.subpathsOfDirectory(atPath: scenes)
      .filter { $0.hasSuffix(".swift") }
      .flatMap { try String(contentsOfFile: scenes + $0, encoding: .utf8).split(separator: "\n") }
    let routes = lines.filter { $0.hasPrefix("struct ") && $0.hasSuffix(": Route {") }
    return Set(routes.map { String($0.dropFirst("struct ".count).dropLast(": Route {".count)) })
  }

  func testClosedDialogIsFreed() throws {
    try onMainActor {
      try withApplication { loop in
        let bench = try SceneBench()
        let content = try Self.fill(bench)
        let main = DialogWindow(loop, bench)
        let coordinator = DialogCoordinator(services: bench.services, mainWindow: main)
        let routes = Self.routes.map { $0(content) }
        XCTAssertEqual(
          Set(routes.map { "\(type(of: $0))" }), try Self.routesInSources(), "none is forgotten")
        for route in routes {
          coordinator.open(route)
          let dialog = WeakReference(try XCTUnwrap(windows(over: main.window.window).first))
          paint(cast(try XCTUnwrap(dialog.pointer)))
          try inLoop { await bench.waitUntilIdle() }
          XCTAssertNotNil(main.presenter, "\(route)")
          gtk_window_close(cast(dialog.pointer))
          pump(until: { main.presenter == nil && dialog.pointer == nil })
          XCTAssertNil(main.presenter, "presenter of \(route)")
          XCTAssertNil(dialog.pointer, "window of \(route)")
        }
        main.window.destroy()
      }
    }
  }

  /// The app ends while a dialog is open. An event in one of its entries may keep the dialog a little longer.
  func testDialogGoesQuietlyWithItsWindow() throws {
    try onMainActor {
      try withApplication { loop in
        for makeRoute in Self.routes {
          let bench = try SceneBench()
          let route = makeRoute(try Self.fill(bench))
          let main = DialogWindow(loop, bench)
          let coordinator = DialogCoordinator(services: bench.services, mainWindow: main)
          coordinator.open(route)
          let dialog = WeakReference(try XCTUnwrap(windows(over: main.window.window).first))
          paint(cast(try XCTUnwrap(dialog.pointer)))
          let parent = WeakReference(main.window.window)
          let warnings = try collectWarnings {
            do {
              let event = ObjectReference(try XCTUnwrap(dialog.pointer))
              main.window.destroy()
              XCTAssertTrue(pump(until: { parent.pointer == nil }))
              withExtendedLifetime(event) {}
            }
            pump(until: { main.presenter == nil && dialog.pointer == nil })
          }
          XCTAssertEqual(warnings, [], "\(route)")
          XCTAssertNil(main.presenter, "presenter of \(route)")
          XCTAssertNil(dialog.pointer, "window of \(route)")
        }
      }
    }
  }
}
