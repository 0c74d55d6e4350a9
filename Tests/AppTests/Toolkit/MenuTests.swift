import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MenuTests: XCTestCase {
  func testModelHasOneSectionPerGroup() {
    onMainActor {
      let model = ObjectReference(
        adopting: PopoverMenu.makeModel([
          [MenuItem("_Open", "row.open"), MenuItem("_Move", "row.move::inbox")], [],
          [MenuItem("_Delete", "row.delete")],
        ]))
      XCTAssertEqual(g_menu_model_get_n_items(cast(model.pointer)), 2)
      let section = g_menu_model_get_item_link(cast(model.pointer), 0, "section")
      let owned = section.map { ObjectReference(adopting: $0) }
      XCTAssertEqual(g_menu_model_get_n_items(section), 2)
      XCTAssertNotNil(owned)
      let target = g_menu_model_get_item_attribute_value(section, 1, "target", nil)
      XCTAssertEqual(g_variant_get_string(target, nil).map { String(cString: $0) }, "inbox")
      g_variant_unref(target)
    }
  }

  func testActionsRunTheirClosures() throws {
    try withDisplay {
      let box = ObjectReference(opaque(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
      let group = ActionGroup()
      var log: [String] = []
      group.add("delete") { log.append("delete") }
      group.add("move", target: { log.append("move to \($0)") })
      group.addChoice("sort") { log.append("sort by \($0)") }
      group.insert(into: box.pointer, prefix: "row")
      let widget: Widget = cast(box.pointer)
      XCTAssertNotEqual(gtk_widget_activate_action_variant(widget, "row.delete", nil), 0)
      gtk_widget_activate_action_variant(widget, "row.move", g_variant_new_string("inbox"))
      gtk_widget_activate_action_variant(widget, "row.sort", g_variant_new_string("title"))
      XCTAssertEqual(log, ["delete", "move to inbox", "sort by title"])
      group.setEnabled("delete", false)
      gtk_widget_activate_action_variant(widget, "row.delete", nil)
      group.setChoice("sort", value: "due")
      XCTAssertEqual(log.count, 3)
    }
  }

  func testContextMenuIsFreedWhenClosed() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      let label: Widget = gtk_label_new("row")
      gtk_window_set_child(cast(window), label)
      gtk_window_present(cast(window))
      pump(until: { gtk_widget_get_mapped(label) != 0 })
      let popover = WeakReference(
        PopoverMenu.show([[MenuItem("_Open", "row.open")]], over: label, in: label, x: 1, y: 1))
      XCTAssertNotNil(popover.pointer)
      gtk_popover_popdown(cast(popover.pointer))
      XCTAssertTrue(pump(until: { popover.pointer == nil }))
      gtk_window_destroy(cast(window))
    }
  }

  func testContextMenuGoesWithItsParent() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      let label: Widget = gtk_label_new("row")
      gtk_window_set_child(cast(window), label)
      gtk_window_present(cast(window))
      pump(until: { gtk_widget_get_mapped(label) != 0 })
      let weakLabel = WeakReference(label)
      let popover = WeakReference(
        PopoverMenu.show([[MenuItem("_Open", "row.open")]], over: label, in: label, x: 1, y: 1))
      gtk_window_destroy(cast(window))
      XCTAssertTrue(pump(until: { popover.pointer == nil && weakLabel.pointer == nil }))
    }
  }

  func testUnderscoresOfATextAreNoMnemonics() throws {
    try withDisplay {
      let text = "fix __init__ in my_file"
      let label = ObjectReference(
        opaque(gtk_label_new_with_mnemonic("_Undo: " + text.withoutMnemonics)))
      XCTAssertEqual(String(cString: gtk_label_get_text(label.pointer)), "Undo: " + text)
    }
  }
}
