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
final class DetailsReaderTests: XCTestCase {
  private static let todo = Todo(
    id: TodoID(rawValue: "t"), account: AccountID(rawValue: "a"), listID: ListID(rawValue: "l"),
    content: "Cake", notes: "with cherries", position: "0",
    createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))

  @MainActor
  func testNothingCanBeChanged() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .show(Self.todo))
    XCTAssertTrue(scene.state.isReadOnly)
    XCTAssertEqual(scene.state.todo.notes, "with cherries")
    scene.type(notes: "with plums")
    XCTAssertFalse(scene.presenter.hasUnsaved)
    await scene.close()
    XCTAssertEqual(scene.navigator.alerts.titles, [])
  }

  func testNotesCanBeReadAndNothingChanged() throws {
    try withDisplay {
      let bench = try SceneBench()
      let presenter = DetailsPresenter(
        mode: .show(Self.todo), store: bench.store, commands: bench.commands, clock: bench.days)
      let view = DetailsView(presenter: presenter)
      try inWindow(view.widget) { window in
        try inLoop { await bench.waitUntilIdle() }
        for text in WidgetTree.all("GtkTextView", in: window) {
          XCTAssertEqual(gtk_text_view_get_editable(cast(text)), 0)
          XCTAssertNotEqual(gtk_widget_is_sensitive(text), 0, "it can be selected and copied")
        }
        for toggle in WidgetTree.all("GtkSwitch", in: window) {
          XCTAssertEqual(gtk_widget_is_sensitive(toggle), 0)
        }
      }
    }
  }

  @MainActor
  func testTheRoleIsFollowed() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann, todos: ["Cake"])
    let found = try await bench.store.todo(TodoID(rawValue: "club-0"))
    let scene = DetailsFixture(bench, .show(try XCTUnwrap(found)))
    try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    await eventually("writing") { !scene.state.isReadOnly }
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    await eventually("no writing") { scene.state.isReadOnly }
  }
}
