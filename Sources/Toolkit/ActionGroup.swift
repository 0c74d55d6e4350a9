import Basics
import CGtk
import Platform

/// Named actions for menus and shortcuts, implemented by closures.
///
/// The closures live as long as the widgets that have the group, so capture the controller weakly.
@MainActor
package final class ActionGroup {
  private let group: ObjectReference

  package init() {
    group = ObjectReference(adopting: opaque(g_simple_action_group_new()))
  }

  /// The actions of an object that is an action map itself, such as an application.
  package init(of map: ObjectReference) {
    group = map
  }

  /// Adds an action without a target, such as `"delete"`.
  package func add(_ name: String, _ handler: @escaping @MainActor () -> Void) {
    let action = ObjectReference(adopting: opaque(g_simple_action_new(name, nil)))
    connect(action.pointer, "activate") { _ in handler() }
    g_action_map_add_action(group.pointer, action.pointer)
  }

  /// Adds an action with a target, as in `"move::list-id"`.
  package func add(_ name: String, target handler: @escaping @MainActor (_ target: String) -> Void)
  {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = ObjectReference(adopting: opaque(g_simple_action_new(name, type)))
    connect(action.pointer, "activate") { arguments in
      guard let target = arguments.variant(0), let text = g_variant_get_string(target, nil) else {
        return
      }
      handler(String(cString: text))
    }
    g_action_map_add_action(group.pointer, action.pointer)
  }

  /// Adds an action with one of several values, chosen by its target as in `"sort::title"`; menus mark the current
  /// value.
  /// - Parameter handler: receives the chosen value, which menus mark only after ``setChoice(_:value:)``.
  package func addChoice(
    _ name: String, _ handler: @escaping @MainActor (_ value: String) -> Void
  ) {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = ObjectReference(
      adopting: opaque(g_simple_action_new_stateful(name, type, g_variant_new_string(""))))
    connect(action.pointer, "change-state") { arguments in
      guard let value = arguments.variant(0), let text = g_variant_get_string(value, nil) else {
        return
      }
      handler(String(cString: text))
    }
    g_action_map_add_action(group.pointer, action.pointer)
  }

  /// Sets the current value of a choice without calling its handler.
  package func setChoice(_ name: String, value: String) {
    guard let action = g_action_map_lookup_action(group.pointer, name) else { return }
    g_simple_action_set_state(action, g_variant_new_string(value))
  }

  /// Enables or disables an action; menus show a disabled one greyed out.
  package func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(group.pointer, name) else { return }
    g_simple_action_set_enabled(action, isEnabled.gboolean)
  }

  /// Makes the actions available in a widget and its descendants as `prefix.name`.
  package func insert(into widget: some ObjectPointer, prefix: String) {
    gtk_widget_insert_action_group(cast(widget), prefix, group.pointer)
  }
}
