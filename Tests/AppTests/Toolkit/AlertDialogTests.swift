import CAdwaita
import CGtk
import XCTest

@testable import App

final class AlertDialogTests: XCTestCase {
  private static let alert = Alert(
    title: "Delete <it> & all?", body: "It is gone then.",
    responses: [.init("cancel", "_Cancel"), .init("delete", "_Delete", .destructive)],
    defaultResponse: "cancel")

  /// Presents the alert over a new window and runs a step once its dialog is there.
  @MainActor private static func answer(
    _ step: @MainActor (_ window: Widget, _ dialog: Widget) -> Void
  ) -> String? {
    let window: Widget = gtk_window_new()
    gtk_window_present(cast(window))
    var answer: String?
    Task { @MainActor in answer = await AlertDialog.present(alert, over: window) }
    var dialog: Widget?
    XCTAssertTrue(
      pump(until: {
        dialog = findDialog(of: window)
        return dialog != nil
      }))
    guard let dialog else { return nil }
    step(window, dialog)
    pump(until: { answer != nil })
    return answer
  }

  @MainActor private static func findDialog(of window: Widget) -> Widget? {
    guard let windows = gtk_window_list_toplevels() else { return nil }
    defer { g_list_free(windows) }
    var node: UnsafeMutablePointer<GList>? = windows
    while let current = node {
      let candidate: Widget = cast(current.pointee.data)
      if gtk_window_get_transient_for(cast(candidate)) == cast(window) { return candidate }
      node = current.pointee.next
    }
    return nil
  }

  func testChosenResponseIsReturned() throws {
    try onMainActor {
      try Self.requireMessageDialog()
      let answer = Self.answer { window, dialog in
        adw_message_dialog_response(cast(dialog), "delete")
        gtk_window_destroy(cast(window))
      }
      XCTAssertEqual(answer, "delete")
    }
  }

  func testClosingGivesTheCloseResponse() throws {
    try onMainActor {
      try Self.requireMessageDialog()
      XCTAssertEqual(Self.answer { _, dialog in gtk_window_close(cast(dialog)) }, "cancel")
    }
  }

  func testDestroyingTheDialogGivesTheCloseResponse() throws {
    try onMainActor {
      try Self.requireMessageDialog()
      XCTAssertEqual(Self.answer { _, dialog in gtk_window_destroy(cast(dialog)) }, "cancel")
    }
  }

  func testDestroyingTheWindowGivesTheCloseResponse() throws {
    try onMainActor {
      try Self.requireMessageDialog()
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

  @MainActor private static func requireMessageDialog() throws {
    try TestDisplay.require()
    let isWindow = adw_get_major_version() == 1 && adw_get_minor_version() < 5
    try XCTSkipUnless(isWindow, "alerts are windows before libadwaita 1.5 only")
  }
}
