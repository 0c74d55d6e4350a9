import Basics
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Every dialog, opened over the real window with content in it, is freed when it is closed.
final class DialogLifetimeTests: XCTestCase {
  /// A dialog that has no case here does not compile.
  private enum Kind: CaseIterable {
    case accounts, choice, contents, invitations, listEdit, people, preferences, profile
    case recovery, sharing, signIn, signInCalDAV

    init(_ dialog: Dialog) {
      switch dialog {
      case .accounts: self = .accounts
      case .choice: self = .choice
      case .contents: self = .contents
      case .invitations: self = .invitations
      case .listEdit: self = .listEdit
      case .people: self = .people
      case .preferences: self = .preferences
      case .profile: self = .profile
      case .recovery: self = .recovery
      case .sharing: self = .sharing
      case .signIn: self = .signIn
      case .signInCalDAV: self = .signInCalDAV
      }
    }
  }

  /// Hands the dialogs on to a real window.
  @MainActor
  private final class DialogWindow: RecordingWindow {
    let window: WindowView
    private(set) var kind: Kind?
    private(set) weak var presenter: (any Presenter)?

    init(_ loop: ApplicationLoop, _ bench: SceneBench) {
      window = WindowView(
        application: loop, settings: bench.settings,
        faces: Faces(directory: bench.directory, pictures: bench.pictures))
      super.init()
      window.present()
    }

    override func show(_ dialog: Dialog) {
      kind = Kind(dialog)
      presenter = dialog.presenter
      window.show(dialog)
    }
  }

  /// Something of everything that a dialog can show.
  @MainActor
  private static func fill(_ bench: SceneBench) throws -> (Account, TodoList, Todo) {
    let people: [Person] = [.sample("bob", picture: "https://x.org/b.png"), .sample("eve")]
    bench.people.prepare(people)
    bench.profiles.person = .sample("ann", picture: "https://x.org/a.png")
    return try inLoop {
      let ann = try await bench.connect()
      bench.catalogue.cache(bench.answer([.sample("x", "Alps")]), of: ann.id)
      let list = try await bench.addSentList("Home", ann)
      try await bench.store.setMember("bob", of: list.id, as: .reader)
      try await bench.invite("party", named: "Party", of: "bob", ann)
      let deleted = try await bench.add("bread", to: list.id)
      _ = try await bench.store.delete(deleted.id)
      return (ann, list, try await bench.add("milk", to: list.id))
    }
  }

  private static func route(_ kind: Kind, _ ann: Account, _ list: TodoList, _ todo: Todo) -> Route {
    switch kind {
    case .accounts: .accounts
    case .contents: .contents
    case .invitations: .invitations
    case .listEdit: .listEdit(.edit(list))
    case .choice:
      .moveTo(
        ChosenTodo(
          TodoRow(
            id: todo.id, listID: ListID(rawValue: "other"), content: todo.content,
            position: todo.position)))
    case .people: .people(.browse)
    case .preferences: .preferences
    case .profile: .profile(ann)
    case .recovery: .recovery(.trash)
    case .sharing: .members(list)
    case .signIn: .signIn(.add)
    case .signInCalDAV: .signInCalDAV(.add)
    }
  }

  func testClosedDialogIsFreed() throws {
    try onMainActor {
      try withApplication { loop in
        let bench = try SceneBench()
        let (ann, list, todo) = try Self.fill(bench)
        let main = DialogWindow(loop, bench)
        let coordinator = DialogCoordinator(services: bench.services, mainWindow: main)
        for kind in Kind.allCases {
          coordinator.open(Self.route(kind, ann, list, todo))
          XCTAssertEqual(main.kind, kind)
          let dialog = WeakReference(try XCTUnwrap(windows(over: main.window.window).first))
          paint(cast(try XCTUnwrap(dialog.pointer)))
          try inLoop { await bench.waitUntilIdle() }
          XCTAssertNotNil(main.presenter, "\(kind)")
          gtk_window_close(cast(dialog.pointer))
          pump(until: { main.presenter == nil && dialog.pointer == nil })
          XCTAssertNil(main.presenter, "presenter of \(kind)")
          XCTAssertNil(dialog.pointer, "window of \(kind)")
        }
        main.window.destroy()
      }
    }
  }

  /// The app ends while a dialog is open. An event in one of its entries may keep the dialog a little longer.
  func testDialogGoesQuietlyWithItsWindow() throws {
    try onMainActor {
      try withApplication { loop in
        for kind in Kind.allCases {
          let bench = try SceneBench()
          let (ann, list, todo) = try Self.fill(bench)
          let main = DialogWindow(loop, bench)
          let coordinator = DialogCoordinator(services: bench.services, mainWindow: main)
          coordinator.open(Self.route(kind, ann, list, todo))
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
          XCTAssertEqual(warnings, [], "\(kind)")
          XCTAssertNil(main.presenter, "presenter of \(kind)")
          XCTAssertNil(dialog.pointer, "window of \(kind)")
        }
      }
    }
  }
}
