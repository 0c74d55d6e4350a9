import CAdwaita
import CGtk
import XCTest

@testable import App

final class AccountsViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ router: RecordingRouter) -> AccountsView {
    let presenter = AccountsPresenter(
      store: bench.store, commands: bench.commands, sync: bench.sync)
    presenter.router = router
    let view = AccountsView(presenter: presenter, parent: nil)
    pump(for: 0.1)
    return view
  }

  func testClosedDialogIsFreed() throws {
    try withDisplay {
      let bench = try SceneBench()
      let router = RecordingRouter()
      var view: AccountsView? = Self.open(bench, router)
      let watch = try view.map {
        ReleaseWatch(
          view: $0, presenter: try XCTUnwrap(Mirror.presenter(of: $0)), widget: $0.dialog.window)
      }
      watch?.assertAlive()
      view?.dialog.close()
      view = nil
      watch?.assertReleased()
    }
  }

  func testProblemIsShownAtItsField() throws {
    try withDisplay {
      let bench = try SceneBench()
      let router = RecordingRouter()
      let view = Self.open(bench, router)
      defer { view.dialog.close() }
      let entries = WidgetTree.all("AdwEntryRow", in: view.dialog.window)
      XCTAssertEqual(entries.count, 4)
      gtk_editable_set_text(opaque(entries[0]), "a/b")
      gtk_editable_set_text(opaque(entries[3]), "ann")
      try XCTUnwrap(Mirror.presenter(of: view) as? AccountsPresenter).didConnect()
      XCTAssertEqual(
        entries.map { gtk_widget_has_css_class($0, "error") != 0 }, [true, false, false, false])
      gtk_editable_set_position(opaque(entries[0]), 1)
      var position: gint = 1
      gtk_editable_insert_text(opaque(entries[0]), "x", -1, &position)
      XCTAssertEqual(WidgetTree.text(entries[0]), "ax/b")
      XCTAssertEqual(gtk_widget_has_css_class(entries[0], "error"), 0)
    }
  }

  func testPresentAccountIsShown() throws {
    try withDisplay {
      let bench = try SceneBench()
      _ = try inLoop { try await bench.connect() }
      let router = RecordingRouter()
      let view = Self.open(bench, router)
      defer { view.dialog.close() }
      let entries = WidgetTree.all("AdwEntryRow", in: view.dialog.window)
      pump(until: { WidgetTree.text(entries[0]) == "demo" })
      XCTAssertEqual(
        entries.map { WidgetTree.text($0) }, ["demo", "(default)", "127.0.0.1:8080", "ann"])
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let bench = try SceneBench()
      let router = RecordingRouter()
      let view = Self.open(bench, router)
      defer { view.dialog.close() }
      var state = AccountsState()
      state.texts = [.project: "p", .user: "u"]
      state.problem = (.host, "wrong")
      state.isConnected = true
      state.canConnect = true
      view.render(state)
      let before = WidgetTree.dump(view.dialog.window)
      view.render(state)
      XCTAssertEqual(WidgetTree.dump(view.dialog.window), before)
      XCTAssertEqual(WidgetTree.namelessButtons(in: view.dialog.window), [])
    }
  }
}
