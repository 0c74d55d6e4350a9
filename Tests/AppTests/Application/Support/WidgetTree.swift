import Basics
import CAdwaita
import CGtk

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Looks at widgets as a person would.
@MainActor
enum WidgetTree {
  /// A widget with all below it.
  static func all(_ root: Widget) -> [Widget] {
    var found = [root]
    var child = gtk_widget_get_first_child(root)
    while let widget = child {
      found += all(widget)
      child = gtk_widget_get_next_sibling(widget)
    }
    return found
  }

  static func type(_ widget: Widget) -> String {
    String(cString: g_type_name_from_instance(cast(widget)))
  }

  static func all(_ type: String, in root: Widget) -> [Widget] {
    all(root).filter { self.type($0) == type }
  }

  /// Whether a widget and all above it are meant to be seen.
  static func isShown(_ widget: Widget) -> Bool {
    var current: Widget? = widget
    while let widget = current {
      if gtk_widget_get_visible(widget) == 0 || gtk_widget_get_child_visible(widget) == 0 {
        return false
      }
      current = gtk_widget_get_parent(widget)
    }
    return true
  }

  /// The text that a widget itself shows.
  static func text(_ widget: Widget) -> String? {
    if g_type_check_instance_is_a(cast(widget), gtk_label_get_type()) != 0 {
      return String(cString: gtk_label_get_text(opaque(widget)))
    }
    if g_type_check_instance_is_a(cast(widget), gtk_inscription_get_type()) != 0 {
      return gtk_inscription_get_text(opaque(widget)).map { String(cString: $0) }
    }
    if g_type_check_instance_is_a(cast(widget), gtk_editable_get_type()) != 0 {
      return String(cString: gtk_editable_get_text(opaque(widget)))
    }
    return nil
  }

  /// Runs a shortcut of a widget, as if its keys had been pressed.
  /// - Parameter trigger: as GTK writes it, with Shift first.
  /// - Returns: whether there is one that handled them.
  static func runShortcut(_ trigger: String, of widget: Widget) -> Bool {
    let controllers = gtk_widget_observe_controllers(widget)
    defer { g_object_unref(cast(controllers)) }
    for place in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, place) else { continue }
      defer { g_object_unref(controller) }
      let type = g_type_name_from_instance(controller.assumingMemoryBound(to: GTypeInstance.self))
      guard type.map({ String(cString: $0) }) == "GtkShortcutController" else { continue }
      let shortcuts = OpaquePointer(controller)
      for number in 0..<g_list_model_get_n_items(shortcuts) {
        guard let item = g_list_model_get_item(shortcuts, number) else { continue }
        defer { g_object_unref(item) }
        let shortcut = OpaquePointer(item)
        guard let text = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut)) else {
          continue
        }
        defer { g_free(text) }
        if String(cString: text).split(separator: "|").contains(Substring(trigger)) {
          let action = gtk_shortcut_get_action(shortcut)
          return gtk_shortcut_action_activate(action, GtkShortcutActionFlags(0), widget, nil) != 0
        }
      }
    }
    return false
  }

  static func tooltip(_ widget: Widget) -> String? {
    gtk_widget_get_tooltip_text(widget).map { String(cString: $0) }
  }

  /// The first shown widget that has this tooltip.
  static func named(_ tooltip: String, in root: Widget) -> Widget? {
    all(root).first { self.tooltip($0) == tooltip && isShown($0) }
  }

  /// Every widget with what it shows: equal before and after means that nothing has changed.
  static func dump(_ root: Widget) -> [String] {
    all(root).map { widget in
      let look = [
        gtk_widget_get_visible(widget), gtk_widget_get_sensitive(widget),
        gtk_widget_has_focus(widget),
      ]
      return "\(widget) \(type(widget)) \(look) \(text(widget) ?? "") \(tooltip(widget) ?? "")"
    }
  }

  /// The buttons that show neither a text nor a tooltip.
  static func namelessButtons(in root: Widget) -> [String] {
    all(root).filter { widget in
      g_type_check_instance_is_a(cast(widget), gtk_button_get_type()) != 0 && isShown(widget)
    }.filter { button in
      // These name their buttons themselves.
      let owner = gtk_widget_get_parent(button).map(type) ?? ""
      return !["GtkMenuButton", "GtkSpinButton", "GtkWindowControls"].contains(owner)
        && gtk_widget_get_has_tooltip(button) == 0
        && all(button).allSatisfy { (text($0) ?? "").isEmpty }
    }.map { button in "\(type(button)) with \(all(button).map(type))" }
  }
}
