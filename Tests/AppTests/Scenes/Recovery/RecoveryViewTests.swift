import Basics
import CAdwaita
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class RecoveryViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator) throws
    -> RecoveryView
  {
    let presenter = RecoveryPresenter(
      page: .trash, store: bench.store, commands: bench.commands, clock: bench.days,
      names: bench.names)
    presenter.take(navigator)
    let view = RecoveryView(presenter: presenter, parent: nil)
    try bench.show(view.dialog)
    return view
  }

  @MainActor
  private static func delete(_ titles: [String], _ bench: SceneBench) throws {
    for title in titles {
      let todo = try inLoop { try await bench.add(title) }
      _ = try inLoop { try await bench.store.delete(todo.id) }
    }
  }

  /// The buttons with this text that can be seen, from top to bottom.
  @MainActor
  private static func buttons(_ view: RecoveryView, _ text: String) -> [Widget] {
    WidgetTree.all("GtkButton", in: view.dialog.window).filter { button in
      WidgetTree.isShown(button) && gtk_widget_get_mapped(button) != 0
        && WidgetTree.all(button).compactMap(WidgetTree.text).contains(text)
    }
  }

  func testRowsGoAsTheyAreRestored() throws {
    try withDisplay {
      let bench = try SceneBench()
      try Self.delete(["one", "two", "three"], bench)
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      for left in [3, 2, 1] {
        pump(until: { Self.buttons(view, "Restore").count == left })
        XCTAssertEqual(Self.buttons(view, "Restore").count, left)
        emit("clicked", on: try XCTUnwrap(Self.buttons(view, "Restore").first))
      }
      pump(until: { Self.buttons(view, "Restore").isEmpty })
      let page = try XCTUnwrap(
        WidgetTree.all("AdwStatusPage", in: view.dialog.window).first {
          gtk_widget_get_mapped($0) != 0
        })
      XCTAssertTrue(
        WidgetTree.all(page).compactMap(WidgetTree.text).contains("The Trash Is Empty"))
      XCTAssertEqual(Self.buttons(view, "Empty Trash…"), [])
    }
  }

  func testRowsAreRecycled() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      var state = RecoveryState(page: .trash)
      state.isLoaded = true
      state.trash = (0..<500).map {
        TrashRow(number: Int64($0), title: "t\($0)", place: "p", reason: "r")
      }
      view.presenter.screen.render(state)
      paint(view.dialog.window)
      let rows = WidgetTree.all(view.dialog.window).filter { WidgetTree.text($0) == "p · r" }
      XCTAssertGreaterThan(rows.count, 5)
      XCTAssertLessThan(rows.count, 450)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      var state = RecoveryState(page: .conflicts)
      state.isLoaded = true
      state.conflicts = [
        ConflictRow(
          number: 1, title: "milk", values: [.init(field: "Title", kept: "a", lost: "b")],
          when: "now")
      ]
      view.presenter.screen.render(state)
      paint(view.dialog.window)
      assertUnchanged(view.dialog) { view.render(state) }
    }
  }
}
