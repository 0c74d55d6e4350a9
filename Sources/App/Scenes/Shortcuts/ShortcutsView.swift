import CGtk
import Platform
import Service
import Toolkit

/// The window with all keyboard shortcuts.
@MainActor
enum ShortcutsView {
  /// Shows the window over another one; it is freed when it closes.
  @discardableResult
  static func present(over parent: Widget) -> Widget {
    // Before GTK 4.14, the window can be filled only by a builder.
    let builder = ObjectReference(adopting: opaque(gtk_builder_new_from_string(document, -1)))
    let window: Widget = cast(gtk_builder_get_object(builder.pointer, "shortcuts"))
    place(window, over: parent)
    // The closure is freed with the window.
    KeyboardController.addShortcut("<Control>w", to: window) {
      gtk_window_close(cast(window))
      return true
    }
    gtk_window_present(cast(window))
    return window
  }

  private static var document: String {
    let groups = ShortcutGroup.all.map { group in
      object(
        "GtkShortcutsGroup",
        property("title", group.title)
          + group.entries.map { entry in
            child(
              object(
                "GtkShortcutsShortcut",
                property("title", entry.title) + property("accelerator", entry.keys)))
          }.joined())
    }
    return """
      <interface><object class="GtkShortcutsWindow" id="shortcuts"><property name="modal">1</property>\
      <child><object class="GtkShortcutsSection"><property name="section-name">all</property>\
      <property name="max-height">16</property>\(groups.map(child).joined())</object></child></object></interface>
      """
  }

  private static func object(_ type: String, _ content: String) -> String {
    "<object class=\"\(type)\">\(content)</object>"
  }

  private static func child(_ object: String) -> String { "<child>\(object)</child>" }

  private static func property(_ name: String, _ value: String) -> String {
    "<property name=\"\(name)\">\(value.escapedMarkup)</property>"
  }
}
