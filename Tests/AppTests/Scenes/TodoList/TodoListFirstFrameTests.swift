import CGtk
import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoListFirstFrameTests: XCTestCase {
  /// How many rows GTK knew when the page had something to show, and after the first frame.
  @MainActor
  private static func counts(of rows: Int) throws -> (Int, Int) {
    try TestDisplay.require()
    let bench = try SceneBench(onDisk: true)
    let list = try inLoop { try await bench.store.addList(named: "Home") }
    for number in 0..<rows { _ = try inLoop { try await bench.add("\(number)", to: list.id) } }
    let services = bench.services
    let presenter = TodoListPresenter(
      page: .list(list.id), store: services.store, commands: services.commands,
      clock: services.clock, names: services.names, onDamage: services.onDamage)
    let window: Widget = gtk_window_new()
    gtk_window_set_default_size(cast(window), 600, 500)
    func count() -> Int {
      let view = WidgetTree.all("GtkListView", in: window).first
      return view.flatMap { gtk_list_view_get_model(opaque($0)) }
        .map { Int(g_list_model_get_n_items($0)) } ?? 0
    }
    var first: Int?
    let view = TodoListView(presenter: presenter, onBack: {}, onContent: { first = count() })
    gtk_window_set_child(cast(window), view.widget)
    pump(until: { first != nil })
    gtk_window_present(cast(window))
    pump(until: { count() == rows })
    defer { gtk_window_destroy(cast(window)) }
    return (try XCTUnwrap(first), count())
  }

  func testItShowsTheRowsThatTheWindowHasRoomFor() throws {
    try onMainActor {
      let (first, later) = try Self.counts(of: 30)
      XCTAssertEqual(first, 11, "500 pixels with rows of 50, and one that is cut off")
      XCTAssertEqual(later, 30)
    }
  }

  func testAShortPageIsWhole() throws {
    try onMainActor {
      let (first, later) = try Self.counts(of: 8)
      XCTAssertEqual(first, 8)
      XCTAssertEqual(later, 8)
    }
  }
}
