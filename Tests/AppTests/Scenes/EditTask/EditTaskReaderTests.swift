import Basics
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A to-do in a list that the user may only read.
final class EditTaskReaderTests: XCTestCase {
  private static let todo = Todo(
    id: TodoID(rawValue: "t"), account: AccountID(rawValue: "a"), listID: ListID(rawValue: "l"),
    content: "Cake", notes: "with cherries", position: "0",
    createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))

  @MainActor
  func testNothingCanBeSaved() async throws {
    let scene = EditTaskFixture(try SceneBench(), .show(Self.todo))
    XCTAssertTrue(scene.state.isReadOnly)
    XCTAssertFalse(scene.state.canSave)
    XCTAssertEqual(scene.state.notes, "with cherries")
    scene.presenter.didSave()
    XCTAssertTrue(scene.presenter.isOpen)
  }

  func testNotesCanBeReadAndNothingChanged() throws {
    try withDisplay {
      let bench = try SceneBench()
      let presenter = EditTaskPresenter(
        mode: .show(Self.todo), store: bench.store, commands: bench.commands, clock: bench.days)
      let view = EditTaskView(presenter: presenter, parent: nil)
      defer { view.dialog.close() }
      let text = try XCTUnwrap(WidgetTree.all("GtkTextView", in: view.dialog.window).first)
      XCTAssertEqual(gtk_text_view_get_editable(cast(text)), 0)
      XCTAssertNotEqual(gtk_widget_is_sensitive(text), 0, "it can be selected and copied")
      for toggle in WidgetTree.all("GtkSwitch", in: view.dialog.window) {
        XCTAssertEqual(gtk_widget_is_sensitive(toggle), 0)
      }
      let labels = WidgetTree.all(view.dialog.window).compactMap(WidgetTree.text)
      XCTAssertFalse(labels.contains("_Save") || labels.contains("Save"), "\(labels)")
    }
  }
}
