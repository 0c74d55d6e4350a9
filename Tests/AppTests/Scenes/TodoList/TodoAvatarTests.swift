import CAdwaita
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoAvatarTests: XCTestCase {
  private static let account = AccountID(rawValue: "firestore:/h/p/d/ann")

  private static func row(_ title: String, _ user: String?) -> TodoItem {
    .todo(
      TodoRow(
        id: TodoID(rawValue: title), listID: ListID(rawValue: "l"), content: title,
        assignee: user.map { Assignee(account: account, user: $0, isMe: false) }, position: title))
  }

  @MainActor private static let context = RowContext(today: SceneBench.monday)

  /// A list of to-dos in a window.
  @MainActor
  private static func list(_ model: RowListModel<TodoItem>, _ avatars: AvatarProvider) -> Widget {
    let gestures = TodoListRow.Gestures(toggleDone: { _, _ in }, toggleStar: { _, _ in })
    let factory = ListItemFactory.make(
      setup: { TodoListRow(gestures: gestures, avatars: avatars) },
      bind: { $0.show($1, in: context) }, unbind: { $0.forget() },
      accessibleLabel: {
        TodoListRow.accessibleLabel(of: $0, in: context, avatars: avatars)
      })
    let list: Widget = gtk_list_view_new(gtk_no_selection_new(model.retained()), factory)
    let scrolled: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(opaque(scrolled), list)
    return scrolled
  }

  @MainActor
  private static func shown(_ root: Widget) -> [String?] {
    WidgetTree.all("AdwAvatar", in: root).filter(WidgetTree.isShown).map {
      adw_avatar_get_show_initials(opaque($0)) == 0
        ? nil : adw_avatar_get_text(opaque($0)).map { String(cString: $0) }
    }
  }

  func testOnlyAssignedRowsHaveAnAvatarAndNobodyElseIsLookedUp() throws {
    try withDisplay {
      let bench = try SceneBench()
      let avatars = AvatarProvider(directory: bench.directory, pictures: bench.pictures)
      let model = RowListModel([Self.row("a", nil), Self.row("b", nil)])
      inWindow(Self.list(model, avatars)) { window in
        paint(window)
        XCTAssertEqual(WidgetTree.all("AdwAvatar", in: window), [])
        XCTAssertEqual(bench.people.reads, [])
        model.update(to: [Self.row("a", nil), Self.row("b", "bob")])
        paint(window)
        XCTAssertEqual(Self.shown(window), [nil])
        XCTAssertEqual(bench.people.reads, [Self.account])
        bench.people.send([.sample("bob", picture: "https://x.org/b.png")])
        pump(until: { Self.shown(window) == ["Bob"] })
        XCTAssertEqual(Self.shown(window), ["Bob"])
        pump(until: { bench.pictureSource.waitingCount == 1 })
        bench.pictureSource.answer("https://x.org/b.png", SamplePicture.png)
        let avatar = WidgetTree.all("AdwAvatar", in: window)[0]
        XCTAssertTrue(
          pump(until: { adw_avatar_get_custom_image(opaque(avatar)) != nil }))
        model.update(to: [Self.row("a", nil), Self.row("b", nil)])
        XCTAssertEqual(Self.shown(window), [])
      }
    }
  }

  func testScreenReaderHearsTheName() throws {
    try withDisplay {
      let bench = try SceneBench()
      let avatars = AvatarProvider(directory: bench.directory, pictures: bench.pictures)
      let item = Self.row("milk", "bob")
      XCTAssertEqual(
        TodoListRow.accessibleLabel(of: item, in: Self.context, avatars: avatars),
        "milk, assigned to bob")
      try inLoop {
        await bench.directory.take(
          .init(value: [.sample("bob")], readAt: .init(milliseconds: 1)), of: Self.account)
      }
      XCTAssertEqual(
        TodoListRow.accessibleLabel(of: item, in: Self.context, avatars: avatars),
        "milk, assigned to Bob")
    }
  }

  func testScrolledRowsShowTheirOwnFaces() throws {
    try withDisplay {
      let bench = try SceneBench()
      try inLoop {
        await bench.directory.take(
          .init(
            value: (0..<2000).map { .sample("u\($0)") }, readAt: .init(milliseconds: 1)),
          of: Self.account)
      }
      let avatars = AvatarProvider(directory: bench.directory, pictures: bench.pictures)
      let items = (0..<2000).map { Self.row("t\($0)", $0.isMultiple(of: 3) ? nil : "u\($0)") }
      let model = RowListModel(items)
      try inWindow(Self.list(model, avatars)) { window in
        let scrolled = try XCTUnwrap(gtk_window_get_child(cast(window)))
        let place = gtk_scrolled_window_get_vadjustment(opaque(scrolled))
        for step in 0..<10 {
          gtk_adjustment_set_value(place, Double((step * 7 % 10) * 6000))
          var rows: [TodoListRow] = []
          let areShown = pump(until: {
            rows = WidgetTree.all(window).compactMap(TodoListRow.of).filter {
              $0.id != nil && WidgetTree.isShown($0.widget)
            }
            return rows.count > 5
          })
          XCTAssertTrue(areShown)
          for row in rows {
            let number = Int(row.id?.rawValue.dropFirst() ?? "") ?? 0
            let expected: [String?] = number.isMultiple(of: 3) ? [] : ["U\(number)"]
            XCTAssertEqual(Self.shown(row.widget), expected)
          }
        }
      }
    }
  }
}
