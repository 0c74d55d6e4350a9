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

final class SharingViewTests: XCTestCase {
  @MainActor
  private static func open(
    _ bench: SceneBench, _ navigator: RecordingNavigator? = nil, members: [String] = ["bob", "eve"]
  ) throws -> (SharingView, ListID) {
    let list = try inLoop {
      let ann = try await bench.connect()
      let list = try await bench.addSentList("Home", ann)
      for user in members {
        bench.time.advance(by: .seconds(1))
        try await bench.store.setMember(user, of: list.id, as: .reader)
      }
      return list
    }
    let presenter = SharingPresenter(
      list: list, store: bench.undo.store, commands: bench.commands, undo: bench.undo,
      names: bench.names)
    if let navigator { presenter.take(navigator) }
    let view = SharingView(presenter: presenter, parent: nil)
    pump(until: { rows(view).count == members.count + 1 })
    return (view, list.id)
  }

  @MainActor
  private static func rows(_ view: SharingView) -> [Widget] {
    WidgetTree.all("AdwActionRow", in: view.dialog.window)
  }

  func testEverybodyHasAnAvatar() throws {
    try withDisplay {
      let (view, _) = try Self.open(try SceneBench())
      defer { view.dialog.close() }
      for row in Self.rows(view) { XCTAssertEqual(WidgetTree.all("AdwAvatar", in: row).count, 1) }
    }
  }

  func testRoleAndRemovalAreGestures() throws {
    try withDisplay {
      let bench = try SceneBench()
      let (view, list) = try Self.open(bench)
      defer { view.dialog.close() }
      let roles = WidgetTree.all("GtkDropDown", in: view.dialog.window).filter(WidgetTree.isShown)
      XCTAssertEqual(roles.count, 2, "the owner has none")
      gtk_drop_down_set_selected(opaque(roles[0]), 0)
      let remove = WidgetTree.all(Self.rows(view)[2]).filter { WidgetTree.tooltip($0) == "Remove" }
      emit("clicked", on: try XCTUnwrap(remove.first))
      pump(until: { Self.rows(view).count == 2 })
      try inLoop { await bench.waitUntilIdle() }
      let members = try inLoop { try await bench.store.members(of: list) }
      XCTAssertEqual(members.map { $0.user + " " + $0.role.rawValue }, ["bob writer"])
      pump(until: {
        WidgetTree.all(view.dialog.window).compactMap(WidgetTree.text).contains("Undo")
      })
      XCTAssertTrue(
        WidgetTree.all(view.dialog.window).compactMap(WidgetTree.text).contains("“eve” removed"))
    }
  }

  func testTheKeysTakeBackAndDoAgain() throws {
    try withDisplay {
      let bench = try SceneBench()
      let (view, _) = try Self.open(bench, members: ["bob"])
      defer { view.dialog.close() }
      _ = bench.undo
      view.presenter.didRemove("bob")
      pump(until: { Self.rows(view).count == 1 })
      try inLoop { await bench.waitUntilIdle() }
      for (key, count) in [
        ("<Control>z", 2), ("<Shift><Control>z", 1), ("<Control>z", 2), ("<Control>y", 1),
      ] {
        XCTAssertTrue(WidgetTree.runShortcut(key, of: view.dialog.window), key)
        pump(until: { Self.rows(view).count == count })
        try inLoop { await bench.waitUntilIdle() }
      }
      XCTAssertTrue(
        pump(until: {
          WidgetTree.all(view.dialog.window).compactMap(WidgetTree.text)
            .contains("Redone: Change Members")
        }))
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let bench = try SceneBench()
      let (view, list) = try Self.open(bench)
      defer { view.dialog.close() }
      var state = SharingState(list: "<a> & b")
      state.canManage = true
      state.rows = [
        .init(id: "ann", name: "<Ann>", isMe: true, role: nil),
        .init(
          id: "bob", name: "Bob", isMe: false, role: .reader, isEditable: true, isWaiting: true),
      ]
      view.presenter.screen.render(state)
      assertUnchanged(view.dialog) { view.render(state) }
      let members = try inLoop { try await bench.store.members(of: list) }
      XCTAssertEqual(members.map(\.role), [.reader, .reader], "rendering is no gesture")
    }
  }
}
