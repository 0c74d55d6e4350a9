import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class AlertDialogTests: XCTestCase {
  private static let alert = Alert(
    title: "Delete <it> & all?", body: "It is gone then.",
    responses: [.init("cancel", "_Cancel"), .init("delete", "_Delete", .destructive)],
    defaultResponse: "cancel")

  /// Presents the alert over a new window and runs a step once its dialog is there.
  @MainActor private static func answer(
    _ question: Alert? = nil, _ step: @MainActor (_ window: Widget, _ dialog: Widget) -> Void
  ) -> String? {
    let window: Widget = adw_window_new()
    adw_window_set_content(cast(window), gtk_label_new("below"))
    gtk_window_present(cast(window))
    var answer: String?
    Task { @MainActor in answer = await AlertDialog.present(question ?? alert, over: window) }
    var dialog: Widget?
    XCTAssertTrue(
      pump(until: {
        dialog = shownAlert()
        return dialog.map { gtk_widget_get_mapped($0) != 0 } ?? false
      }))
    guard let dialog else { return nil }
    step(window, dialog)
    pump(until: { answer != nil })
    return answer
  }

  @MainActor private static func isWindow(_ widget: Widget) -> Bool {
    g_type_check_instance_is_a(cast(widget), gtk_window_get_type()) != 0
  }

  func testChosenResponseIsReturned() throws {
    try withDisplay {
      let answer = Self.answer { window, dialog in
        let button = firstWidget(in: dialog) {
          g_type_check_instance_is_a(cast($0), gtk_button_get_type()) != 0
            && gtk_button_get_label(cast($0)).map { String(cString: $0) } == "_Delete"
        }
        guard let button else { return XCTFail("no button for the response") }
        emit("clicked", on: button)
      }
      XCTAssertEqual(answer, "delete")
    }
  }

  func testClosingGivesTheCloseResponse() throws {
    try withDisplay {
      let answer = Self.answer { _, dialog in
        gtk_widget_activate_action_variant(dialog, "window.close", nil)
      }
      XCTAssertEqual(answer, "cancel")
    }
  }

  func testDestroyingTheDialogGivesTheCloseResponse() throws {
    try withDisplay {
      // A dialog within a window cannot go without it or an answer.
      let answer = Self.answer { window, dialog in
        gtk_window_destroy(cast(Self.isWindow(dialog) ? dialog : window))
      }
      XCTAssertEqual(answer, "cancel")
    }
  }

  func testDestroyingTheWindowGivesTheCloseResponse() throws {
    try withDisplay {
      XCTAssertEqual(Self.answer { window, _ in gtk_window_destroy(cast(window)) }, "cancel")
    }
  }

  /// Whoever types while the alert comes must not answer it unread; whoever has paused answers it with the same key.
  func testKeysCountOnlyAfterAPauseWhereTheAlertSaysSo() throws {
    try withDisplay {
      for waits in [true, false] {
        var alert = Self.alert
        alert.waitsForPause = waits
        _ = Self.answer(alert) { _, dialog in
          XCTAssertEqual(Self.keepsReturn(dialog), waits)
          XCTAssertEqual(Self.keepsReturn(dialog), waits, "the second key of a word")
          gtk_widget_activate_action_variant(dialog, "window.close", nil)
        }
      }
    }
  }

  func testAPauseBeginsAnewWithEachKey() {
    let start = ContinuousClock.now
    XCTAssertLessThanOrEqual(TypingPause().rest(at: start), .zero, "nobody has typed")
    var typing = TypingPause(lastKey: start)
    XCTAssertEqual(typing.rest(at: start + .milliseconds(400)), .milliseconds(600))
    typing.lastKey = start + .milliseconds(400)
    XCTAssertGreaterThan(typing.rest(at: start + .milliseconds(1399)), .zero)
    XCTAssertLessThanOrEqual(typing.rest(at: start + .milliseconds(1400)), .zero)
  }

  /// Presses Return over the dialog, as the keyboard does.
  /// - Returns: whether the dialog keeps it from its buttons.
  @MainActor private static func keepsReturn(_ dialog: Widget) -> Bool {
    let controllers = ObjectReference(adopting: gtk_widget_observe_controllers(dialog))
    var isKept = false
    for position in 0..<g_list_model_get_n_items(controllers.pointer) {
      guard let object = g_list_model_get_item(controllers.pointer, position) else { continue }
      let controller = ObjectReference(adopting: OpaquePointer(object))
      guard g_type_check_instance_is_a(cast(object), gtk_event_controller_key_get_type()) != 0,
        gtk_event_controller_get_propagation_phase(controller.pointer) == GTK_PHASE_CAPTURE
      else { continue }
      var values = [GValue](repeating: GValue(), count: 4)
      g_value_init(&values[0], gtk_event_controller_key_get_type())
      g_value_set_object(&values[0], object)
      g_value_init(&values[1], g_type_from_name("guint"))
      g_value_set_uint(&values[1], guint(GDK_KEY_Return))
      g_value_init(&values[2], g_type_from_name("guint"))
      g_value_init(&values[3], gdk_modifier_type_get_type())
      var result = GValue()
      g_value_init(&result, g_type_from_name("gboolean"))
      let id = g_signal_lookup("key-pressed", gtk_event_controller_key_get_type())
      g_signal_emitv(values, id, 0, &result)
      if g_value_get_boolean(&result) != 0 { isKept = true }
      g_value_unset(&values[0])
    }
    return isKept
  }

  func testAlertsAreValues() {
    onMainActor {
      XCTAssertEqual(Self.alert, Self.alert)
      XCTAssertEqual(Self.alert.closeResponse, "cancel", "the first response unless told otherwise")
      var other = Self.alert
      other.responses[1].style = .suggested
      XCTAssertNotEqual(Self.alert, other)
    }
  }
}
