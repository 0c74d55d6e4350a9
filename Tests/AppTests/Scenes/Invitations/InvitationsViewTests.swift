import Basics
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class InvitationsViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator? = nil) throws
    -> InvitationsView
  {
    try inLoop {
      let ann = try await bench.connect()
      try await bench.invite("party", named: "<b>Party</b> & more", of: "bob", ann)
      try await bench.invite("club", named: "", of: "eve", ann)
    }
    let presenter = InvitationsPresenter(
      store: bench.store, commands: bench.commands, names: bench.names)
    if let navigator { presenter.take(navigator) }
    let view = InvitationsView(presenter: presenter, parent: nil)
    pump(until: { rows(view).count == 2 })
    return view
  }

  @MainActor
  private static func rows(_ view: InvitationsView) -> [Widget] {
    WidgetTree.all("AdwPreferencesRow", in: view.dialog.window)
  }

  func testNamesAreTextAndEveryButtonIsAGesture() throws {
    try withDisplay {
      let bench = try SceneBench()
      let view = try Self.open(bench)
      defer { view.dialog.close() }
      XCTAssertEqual(WidgetTree.namelessButtons(in: view.dialog.window), [])
      let texts = WidgetTree.all(view.dialog.window).compactMap(WidgetTree.text)
      XCTAssertTrue(texts.contains("<b>Party</b> & more"), "\(texts)")
      XCTAssertTrue(texts.contains("List Without a Name"), "\(texts)")
      let accept = WidgetTree.all(Self.rows(view)[0]).filter { WidgetTree.text($0) == "Accept" }
      XCTAssertFalse(accept.isEmpty)
      let buttons = WidgetTree.all("GtkButton", in: Self.rows(view)[0])
        .filter(WidgetTree.isShown)
      XCTAssertEqual(buttons.count, 3)
      emit("clicked", on: buttons[1])
      pump(until: { Self.rows(view).count == 1 })
      try inLoop { await bench.waitUntilIdle() }
      let left = try inLoop { try await bench.store.invitations() }
      XCTAssertEqual(left.count, 1)
    }
  }
}
