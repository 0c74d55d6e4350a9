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

final class AccountsViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator) throws
    -> AccountsView
  {
    let presenter = AccountsPresenter(
      store: bench.store, commands: bench.commands, sync: bench.sync, signing: bench.signing)
    presenter.take(navigator)
    let view = AccountsView(presenter: presenter, parent: nil)
    try bench.show(view.dialog)
    return view
  }

  @MainActor
  private static func buttons(_ view: AccountsView, _ text: String) -> [Widget] {
    WidgetTree.all("GtkButton", in: view.dialog.window).filter { button in
      WidgetTree.isShown(button)
        && WidgetTree.all(button).compactMap(WidgetTree.text).contains(text)
    }
  }

  func testAccountsComeAndGo() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      let hint = try XCTUnwrap(WidgetTree.all("AdwStatusPage", in: view.dialog.window).first)
      pump(until: { WidgetTree.isShown(hint) })
      XCTAssertTrue(WidgetTree.isShown(hint))
      let account = try Account.signedIn()
      try inLoop { try await bench.store.connect(account) }
      pump(until: { Self.buttons(view, "Sign Out…").count == 1 })
      XCTAssertFalse(WidgetTree.isShown(hint))
      XCTAssertEqual(Self.buttons(view, "Sign In Again…").count, 0)
      try inLoop {
        try await bench.store.setAccountRetry(.sample(.authentication), of: account.id)
      }
      pump(until: { Self.buttons(view, "Sign In Again…").count == 1 })
      emit("clicked", on: try XCTUnwrap(Self.buttons(view, "Sign In Again…").first))
      XCTAssertEqual(navigator.calls, [.signInAgain(account.id)])
      try inLoop { try await bench.store.disconnect(account.id) }
      pump(until: { WidgetTree.isShown(hint) })
      XCTAssertEqual(Self.buttons(view, "Sign Out…").count, 0)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      var state = AccountsState()
      state.rows = [
        .init(
          id: AccountID(rawValue: "a"), name: "<a> & b", server: "demo", status: .needsSignIn,
          isSending: true, canSignOut: false)
      ]
      view.presenter.screen.render(state)
      XCTAssertTrue(
        WidgetTree.all(view.dialog.window).compactMap(WidgetTree.text).contains("<a> & b"))
      assertUnchanged(view.dialog) { view.render(state) }
    }
  }
}
