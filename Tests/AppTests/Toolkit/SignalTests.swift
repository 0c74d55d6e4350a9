import Basics
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SignalTests: XCTestCase {
  /// Tells when the closure that captured it is freed.
  private final class Marker {
    var isSet = true
  }

  func testParametersArriveBehindTheEmitter() {
    onMainActor {
      let group = ObjectReference(adopting: opaque(g_simple_action_group_new()))
      var names: [String?] = []
      var emitters: [OpaquePointer] = []
      connect(group.pointer, "action-added") { arguments in
        names.append(arguments.string(0))
        emitters.append(arguments.emitter)
        XCTAssertEqual(arguments.count, 1)
      }
      let action = ObjectReference(adopting: g_simple_action_new("open", nil))
      g_action_map_add_action(group.pointer, action.pointer)
      XCTAssertEqual(names, ["open"])
      XCTAssertEqual(emitters, [group.pointer])
    }
  }

  func testObjectsAndNumbersArrive() {
    onMainActor {
      let store = ObjectReference(adopting: g_list_store_new(g_object_get_type()))
      var changes: [[Int]] = []
      connect(store.pointer, "items-changed") { arguments in
        changes.append([arguments.uint(0), arguments.uint(1), arguments.uint(2)])
      }
      let item = ObjectReference(adopting: g_simple_action_new("x", nil))
      g_list_store_append(store.pointer, item.pointer.rawPointer)
      g_list_store_remove(store.pointer, 0)
      XCTAssertEqual(changes, [[0, 0, 1], [0, 1, 0]])
    }
  }

  func testBooleanIsReturned() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      gtk_window_present(cast(window))  // only a realized window closes
      let weak = WeakReference(window)
      let marker = Marker()
      connectReturningBool(window, "close-request") { _ in marker.isSet }
      gtk_window_close(cast(window))
      XCTAssertNotNil(weak.pointer, "true keeps the window")
      marker.isSet = false
      gtk_window_close(cast(window))
      XCTAssertTrue(pump(until: { weak.pointer == nil }), "false closes it")
    }
  }

  func testClosureIsFreedWithTheObject() throws {
    try onMainActor {
      var group: ObjectReference? = ObjectReference(adopting: opaque(g_simple_action_group_new()))
      weak var marker: Marker?
      do {
        let captured = Marker()
        marker = captured
        connect(try XCTUnwrap(group).pointer, "action-added") { _ in _ = captured }
      }
      XCTAssertNotNil(marker)
      group = nil
      XCTAssertNil(marker)
    }
  }

  func testClosureIsFreedOnDisconnection() {
    onMainActor {
      let group = ObjectReference(adopting: opaque(g_simple_action_group_new()))
      weak var marker: Marker?
      let id: gulong
      do {
        let captured = Marker()
        marker = captured
        id = connect(group.pointer, "action-added") { _ in _ = captured }
      }
      g_signal_handler_disconnect(group.pointer.rawPointer, id)
      XCTAssertNil(marker)
    }
  }

  func testObjectMayDieInItsOwnSignal() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      gtk_window_present(cast(window))  // only a realized window closes
      var log: [String] = []
      let text = "kept until the handler ends"
      connectReturningBool(window, "close-request") { _ in
        gtk_window_destroy(cast(window))
        log.append(text)
        return true
      }
      gtk_window_close(cast(window))
      XCTAssertEqual(log, [text])
    }
  }
}
