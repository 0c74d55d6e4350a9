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

final class SignInViewTests: XCTestCase {
  @MainActor
  private static func open(
    _ bench: SceneBench, _ navigator: RecordingNavigator, _ mode: SignInPresenter.Mode = .add
  ) throws -> SignInView {
    let presenter = SignInPresenter(
      mode: mode, store: bench.store, commands: bench.commands, sync: bench.sync,
      signing: bench.signing, profiles: bench.profiles)
    presenter.take(navigator)
    let view = SignInView(presenter: presenter, parent: nil)
    try bench.show(view.dialog)
    return view
  }

  /// The entries with these titles that can be seen.
  @MainActor
  private static func entry(_ title: String, _ view: SignInView) -> Widget? {
    WidgetTree.all(view.dialog.window).first { widget in
      g_type_check_instance_is_a(cast(widget), adw_entry_row_get_type()) != 0
        && String(cString: adw_preferences_row_get_title(cast(widget))) == title
        && gtk_widget_get_visible(widget) != 0
    }
  }

  @MainActor
  private static func type(_ text: String, into title: String, _ view: SignInView) throws {
    gtk_editable_set_text(opaque(try XCTUnwrap(entry(title, view))), text)
  }

  @MainActor
  private static func typeAll(_ view: SignInView) throws {
    for (title, text) in [
      ("Project ID", "demo"), ("API Key", "key"), ("E-Mail", "ann@example.com"),
      ("Password", "secret-1"),
    ] { try type(text, into: title, view) }
  }

  func testProblemIsShownAtItsFieldAndTakesTheFocus() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      try Self.typeAll(view)
      bench.signing.failures = [.identity(.wrongCredentials)]
      let password = try XCTUnwrap(Self.entry("Password", view))
      emit("entry-activated", on: password)
      pump(until: { gtk_widget_has_css_class(password, "error") != 0 })
      XCTAssertEqual(gtk_widget_has_css_class(password, "error"), 1)
      let note = "The e-mail address or the password is wrong."
      XCTAssertTrue(
        WidgetTree.all(view.dialog.window).contains {
          WidgetTree.text($0) == note && WidgetTree.isShown($0)
        })
      let focus = try XCTUnwrap(gtk_window_get_focus(cast(view.dialog.window)))
      XCTAssertNotEqual(gtk_widget_is_ancestor(focus, password), 0)
      XCTAssertEqual(WidgetTree.text(password), "secret-1", "what was typed stays")
      gtk_editable_set_text(opaque(password), "secret-2")
      XCTAssertEqual(gtk_widget_has_css_class(password, "error"), 0)
    }
  }

  func testWhatTheServerSaidIsFoldedUnderDetails() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      try Self.typeAll(view)
      let details = try XCTUnwrap(WidgetTree.all("GtkExpander", in: view.dialog.window).first)
      let label = try XCTUnwrap(gtk_expander_get_child(opaque(details)))
      @MainActor func isSaid(_ text: String) -> Bool {
        WidgetTree.all(view.dialog.window).contains {
          WidgetTree.text($0) == text && WidgetTree.isShown($0)
        }
      }
      XCTAssertEqual(gtk_widget_get_visible(details), 0)
      bench.signing.failures = [
        .identity(.refused(status: 400, code: "A_CODE")), .identity(.tooManyAttempts),
      ]
      let password = try XCTUnwrap(Self.entry("Password", view))
      emit("entry-activated", on: password)
      XCTAssertTrue(pump(until: { isSaid("The server refused the sign-in.") }))
      XCTAssertTrue(WidgetTree.isShown(details))
      XCTAssertEqual(gtk_expander_get_expanded(opaque(details)), 0)
      XCTAssertEqual(WidgetTree.text(label), "A_CODE (status 400)")
      gtk_expander_set_expanded(opaque(details), 1)
      emit("entry-activated", on: password)
      XCTAssertTrue(pump(until: { isSaid(ErrorText.reason(.identity(.tooManyAttempts))) }))
      XCTAssertEqual(gtk_widget_get_visible(details), 0)
      XCTAssertEqual(gtk_expander_get_expanded(opaque(details)), 0, "the next begin folded")
    }
  }

  func testServerOfThisComputerAsksForAUser() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      XCTAssertNil(Self.entry("User ID", view))
      try Self.type("localhost:8080", into: "Host (optional)", view)
      XCTAssertNotNil(Self.entry("User ID", view))
      XCTAssertNil(Self.entry("Password", view))
      XCTAssertNil(Self.entry("E-Mail", view))
    }
  }

  func testOnlyThePasswordIsAskedForAgain() throws {
    try withDisplay {
      let bench = try SceneBench()
      let account = try Account.signedIn()
      try inLoop { try await bench.store.connect(account) }
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator, .again(account, .demo()))
      defer { view.dialog.close() }
      let entries = WidgetTree.all(view.dialog.window).filter {
        g_type_check_instance_is_a(cast($0), adw_entry_row_get_type()) != 0
          && WidgetTree.isShown($0)
      }
      XCTAssertEqual(entries.map(WidgetTree.type), ["AdwPasswordEntryRow"])
      XCTAssertEqual(WidgetTree.text(entries[0]), "", "it is not prefilled")
      gtk_editable_set_text(opaque(entries[0]), "secret-1")
      emit("entry-activated", on: entries[0])
      pump(until: { !view.presenter.isOpen })
      XCTAssertFalse(view.presenter.isOpen)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      var state = SignInState(title: "T")
      state.texts = [.project: "p", .host: "h"]
      state.problem = SignInProblem(.host, "wrong")
      state.problemCount = 1
      state.canSubmit = true
      state.hasLocalLists = true
      state.isMoving = true
      view.presenter.screen.render(state)
      paint(view.dialog.window)
      assertUnchanged(view.dialog) { view.render(state) }
    }
  }
}
