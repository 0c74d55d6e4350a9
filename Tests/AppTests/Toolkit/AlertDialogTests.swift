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
    _ step: @MainActor (_ window: Widget, _ dialog: Widget) -> Void
  ) -> String? {
    let window: Widget = adw_window_new()
    adw_window_set_content(cast(window), gtk_label_new("below"))
    gtk_window_present(cast(window))
    var answer: String?
    Task { @MainActor in answer = await AlertDialog.present(alert, over: window) }
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
