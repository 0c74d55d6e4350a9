import Basics
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ShortcutsViewTests: XCTestCase {
  func testAllKeysAreReadable() throws {
    try withDisplay {
      for keys in ShortcutGroup.all.flatMap(\.entries).map(\.keys) {
        for key in keys.split(separator: " ") {
          var (value, modifiers) = (guint(0), GdkModifierType(rawValue: 0))
          XCTAssertNotEqual(gtk_accelerator_parse(String(key), &value, &modifiers), 0, String(key))
        }
      }
    }
  }

  func testWindowShowsEveryEntryAndIsFreed() throws {
    try withDisplay {
      let parent: Widget = gtk_window_new()
      gtk_window_present(cast(parent))
      defer { gtk_window_destroy(cast(parent)) }
      let window = ShortcutsView.present(over: parent)
      let reference = WeakReference(window)
      paint(window)
      let texts = WidgetTree.all(window).compactMap(WidgetTree.text)
      for group in ShortcutGroup.all {
        XCTAssertTrue(texts.contains(group.title), group.title)
        for entry in group.entries { XCTAssertTrue(texts.contains(entry.title), entry.title) }
      }
      gtk_window_close(cast(window))
      pump(until: { reference.pointer == nil })
      XCTAssertNil(reference.pointer)
    }
  }
}
