import Basics
import CAdwaita
import CGtk
import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class PeopleViewTests: XCTestCase {
  @MainActor
  private static func open(
    _ bench: SceneBench, _ navigator: RecordingNavigator, _ people: [Person],
    _ mode: PeopleMode? = nil
  ) throws -> PeopleView {
    let account = try inLoop { try await bench.connect() }
    bench.people.prepare(people)
    let presenter = PeoplePresenter(
      mode: mode ?? .choose(account: account.id, title: "Invite") { _ in }, store: bench.store,
      people: bench.people, directory: bench.directory)
    presenter.take(navigator)
    let view = PeopleView(presenter: presenter, pictures: bench.pictures, parent: nil)
    pump(until: { !labels(view).isEmpty })
    paint(view.dialog.window)
    try inLoop { await bench.waitUntilIdle() }
    return view
  }

  @MainActor
  private static func labels(_ view: PeopleView) -> [String] {
    WidgetTree.all("GtkListView", in: view.dialog.window).flatMap(WidgetTree.all)
      .filter { gtk_widget_get_mapped($0) != 0 }
      // Initials are labels too.
      .filter { gtk_widget_get_ancestor($0, adw_avatar_get_type()) == nil }
      .compactMap(WidgetTree.text)
      .filter { !$0.isEmpty && !$0.hasPrefix("@") }
  }

  @MainActor
  private static func search(_ view: PeopleView) throws -> Widget {
    // A drop down has one of its own.
    try XCTUnwrap(
      WidgetTree.all("GtkSearchEntry", in: view.dialog.window).first(where: WidgetTree.isShown))
  }

  private static let people = [
    Person(id: "1", username: "jose", fullname: "José García"),
    Person(id: "2", username: "ann", fullname: "Ann Lee", pictureURL: "https://x.org/a.png"),
    Person(id: "3", username: "zoe", fullname: "Zoe Adams"),
  ]

  func testClosingCancelsThePictures() throws {
    try withDisplay {
      let bench = try SceneBench()
      let view = try Self.open(bench, RecordingNavigator(), Self.people)
      pump(until: { bench.pictureSource.waitingCount == 1 })
      view.dialog.close()
      pump(until: { !bench.pictureSource.cancelled.isEmpty })
      XCTAssertEqual(bench.pictureSource.cancelled, ["https://x.org/a.png"])
    }
  }

  func testSearchAndReturn() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let view = try Self.open(try SceneBench(), navigator, Self.people)
      defer { view.dialog.close() }
      XCTAssertEqual(Self.labels(view), ["Ann Lee", "José García", "Zoe Adams"])
      let search = try Self.search(view)
      let focus: Widget = try XCTUnwrap(gtk_root_get_focus(opaque(view.dialog.window)))
      XCTAssertNotEqual(gtk_widget_is_ancestor(focus, search), 0)
      gtk_editable_set_text(opaque(search), "jose")
      pump(until: { Self.labels(view) == ["José García"] })
      XCTAssertEqual(Self.labels(view), ["José García"])
      emit("activate", on: search)
      XCTAssertFalse(view.presenter.isOpen)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let bench = try SceneBench()
      let view = try Self.open(bench, navigator, Self.people)
      defer { view.dialog.close() }
      var state = PeopleState(title: "People")
      state.content = .people
      state.rows = PersonIndex(Self.people).rows
      state.isReady = true
      view.presenter.screen.render(state)
      paint(view.dialog.window)
      // Meanwhile the presenter may have shown its own state once more.
      view.render(state)
      state.rows = PersonIndex(Self.people).rows
      assertUnchanged(view.dialog) { view.render(state) }
    }
  }

  func testRowsAreRecycledAndKeepTheirPlace() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let people = (0..<10_000).map {
        Person(id: "\($0)", username: "u\($0)", fullname: "Person \($0 + 10_000)")
      }
      let view = try Self.open(try SceneBench(), navigator, people)
      defer { view.dialog.close() }
      let avatars = WidgetTree.all("AdwAvatar", in: view.dialog.window)
      XCTAssertGreaterThan(avatars.count, 5)
      XCTAssertLessThan(avatars.count, 500)
      let list = try XCTUnwrap(
        WidgetTree.all("GtkListView", in: view.dialog.window).first {
          gtk_widget_has_css_class($0, "todo-list") != 0
        })
      let scrolled = try XCTUnwrap(gtk_widget_get_parent(list))
      let place = gtk_scrolled_window_get_vadjustment(opaque(scrolled))
      XCTAssertTrue(pump(until: { gtk_adjustment_get_upper(place) > 100_000 }))
      gtk_adjustment_set_value(place, 20_000)
      paint(view.dialog.window)
      XCTAssertEqual(gtk_adjustment_get_value(place), 20_000, accuracy: 100)
      var state = PeopleState(title: "People")
      state.content = .people
      state.isReady = true
      var changed = people
      changed[9999].fullname = "Person 20000"
      state.rows = PersonIndex(changed).rows
      view.presenter.screen.render(state)
      paint(view.dialog.window)
      XCTAssertEqual(gtk_adjustment_get_value(place), 20_000, accuracy: 100)
    }
  }

  func testFitsANarrowWindow() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let view = try Self.open(try SceneBench(), navigator, Self.people)
      defer { view.dialog.close() }
      var state = PeopleState(title: "People")
      state.accounts = ["somebody.with.a.long.name@example.org", "b"]
      state.notice = "The server cannot answer at the moment (status 503). Shown as of just now"
      state.skipped = "2 people could not be read"
      state.canEditProfile = true
      state.isReady = true
      let long = String(repeating: "Long Name ", count: 20)
      for content in [PeopleState.Content.people, .failed(reason: long), .noMatch, .noAccount] {
        state.content = content
        state.rows = [PersonRowModel(Person(id: "1", username: long, fullname: long))]
        view.presenter.screen.render(state)
        paint(view.dialog.window)
        var least: CInt = 0
        gtk_widget_measure(
          view.dialog.window, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
        XCTAssertLessThanOrEqual(least, 360, "\(content)")
      }
    }
  }

  func testEveryPageShowsItself() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let view = try Self.open(try SceneBench(), navigator, Self.people)
      defer { view.dialog.close() }
      let pages: [(PeopleState.Content, String)] = [
        (.loading, "Loading People…"), (.nobody, "No People"), (.noMatch, "Nobody Found"),
        (.noAccount, "No Accounts"), (.failed(reason: "a < b"), "People Could Not Be Loaded"),
      ]
      for (content, title) in pages {
        var state = PeopleState(title: "People")
        state.content = content
        state.isReady = true
        view.presenter.screen.render(state)
        pump(
          until: {
            WidgetTree.all(view.dialog.window).contains {
              WidgetTree.text($0) == title && gtk_widget_get_mapped($0) != 0
            }
          })
        let shown = WidgetTree.all(view.dialog.window).filter {
          gtk_widget_get_mapped($0) != 0
        }.compactMap(WidgetTree.text)
        XCTAssertTrue(shown.contains(title), title)
        if case .failed(let reason) = content { XCTAssertTrue(shown.contains(reason)) }
      }
    }
  }
}
