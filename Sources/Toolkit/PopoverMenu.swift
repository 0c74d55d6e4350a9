import CGtk
import Platform

/// One entry of a menu.
package struct MenuItem: Equatable, Sendable {
  /// With `_` before the mnemonic letter.
  package var label: String
  /// The detailed action name: `"row.delete"`, or with a target `"row.move::list-id"`.
  package var action: String
  /// The entries of a submenu, which the entry opens instead of having an action.
  package var submenu: [MenuItem] = []

  package init(_ label: String, _ action: String) {
    self.label = label
    self.action = action
  }

  package init(_ label: String, submenu: [MenuItem]) {
    self.label = label
    action = ""
    self.submenu = submenu
  }
}

/// A section of a menu whose items can change while the menu exists.
@MainActor
package final class MenuSection {
  fileprivate let model = ObjectReference(adopting: opaque(g_menu_new()))

  package init() {}

  package func set(_ items: [MenuItem]) {
    g_menu_remove_all(model.pointer)
    for item in items { g_menu_append(model.pointer, item.label, item.action) }
  }
}

/// Builds and shows menus.
@MainActor
package enum PopoverMenu {
  /// A `GMenu` with one section for each group of items, "transfer full".
  /// - Parameter titles: the titles of sections, by index.
  package static func makeModel(_ sections: [[MenuItem]], titles: [Int: String] = [:])
    -> OpaquePointer
  {
    let menu = opaque(g_menu_new())
    for (index, items) in sections.enumerated() where !items.isEmpty {
      let section = ObjectReference(adopting: opaque(g_menu_new()))
      for item in items { append(item, to: section.pointer) }
      g_menu_append_section(menu, titles[index], cast(section.pointer))
    }
    return menu
  }

  private static func append(_ item: MenuItem, to menu: OpaquePointer) {
    guard !item.submenu.isEmpty else { return g_menu_append(menu, item.label, item.action) }
    let submenu = ObjectReference(adopting: makeModel([item.submenu]))
    g_menu_append_submenu(menu, item.label, cast(submenu.pointer))
  }

  /// Gives a `GtkMenuButton` a menu. Its widgets are created when it is opened for the first time: few menus ever are,
  /// and a window with fewer widgets appears sooner.
  /// - Parameters:
  ///   - titles: the titles of sections, by index.
  ///   - first: a section before the others.
  package static func set(
    _ sections: [[MenuItem]], titles: [Int: String] = [:], below first: MenuSection? = nil,
    on button: some ObjectPointer
  ) {
    let menu = ObjectReference(adopting: makeModel(sections, titles: titles))
    if let first { g_menu_prepend_section(menu.pointer, nil, cast(first.model.pointer)) }
    gtk_menu_button_set_popover(opaque(button), nil)
    let model = Unmanaged.passRetained(menu)
    gtk_menu_button_set_create_popup_func(opaque(button), createPopover, model.toOpaque()) {
      model in
      guard let model else { return }
      Unmanaged<ObjectReference>.fromOpaque(model).release()
    }
  }

  fileprivate static func make(_ model: ObjectReference, for button: OpaquePointer) {
    guard gtk_menu_button_get_popover(button) == nil else { return }
    let popover: Widget = gtk_popover_menu_new_from_model(cast(model.pointer))
    complete(popover)
    gtk_menu_button_set_popover(button, popover)
  }

  /// Shows a context menu at a point; it is freed when it closes.
  /// - Parameters:
  ///   - widget: the widget that the menu is about.
  ///   - host: the widget that the menu belongs to; its actions are found from here. Must not be a row: a row is
  ///     removed or reused whenever its to-do changes, and would take the menu with it before the user has chosen
  ///     anything.
  ///   - x: in the widget's coordinates, as `ContextMenuGesture` reports them.
  ///   - y: likewise.
  ///   - returning: returns the focus, and tells whether it has; otherwise the focus returns to the widget that had it.
  ///     For rows that may show something else by then.
  ///   - afterwards: runs once the menu is closed and the focus has returned, for an item that moves the focus.
  /// - Returns: the popover.
  @discardableResult
  package static func show(
    _ sections: [[MenuItem]], over widget: some ObjectPointer, in host: some ObjectPointer,
    x: Double, y: Double, returning: @escaping @MainActor () -> Bool = { false },
    afterwards: @escaping @MainActor () -> Void = {}
  ) -> Widget {
    let model = ObjectReference(adopting: makeModel(sections))
    let popover: Widget = gtk_popover_menu_new_from_model(cast(model.pointer))
    complete(popover)
    gtk_popover_set_has_arrow(cast(popover), false.gboolean)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_widget_set_parent(popover, cast(host))
    var (left, top) = (x, y)
    gtk_widget_translate_coordinates(cast(widget), cast(host), x, y, &left, &top)
    var point = GdkRectangle(x: gint(left), y: gint(top), width: 1, height: 1)
    gtk_popover_set_pointing_to(cast(popover), &point)
    let focus = gtk_widget_get_root(cast(host)).flatMap { gtk_root_get_focus($0) }
      .map(WeakReference.init)
    Popover.unparentWhenClosed(popover)
    connect(popover, "closed") { _ in
      // Closing the menu returns the focus to where it was, before the next key.
      MainLoop.beforeEvents {
        if !returning() { giveBack(focus) }
        afterwards()
      }
    }
    gtk_popover_popup(cast(popover))
    return popover
  }

  /// Does what GTK leaves out when a menu is shown. The items get accessible names from their texts, and the menu gets
  /// room for the lines between its sections, which GTK adds only when idle. Since GTK 4.14, the last items would
  /// otherwise be scrolled out of sight.
  private static func complete(_ popover: Widget) {
    connect(popover, "map") { arguments in
      optimist_menu_name_items(cast(arguments.emitter))
      let popover = WeakReference(arguments.emitter)
      MainLoop.whenIdle {
        guard let popover = popover.pointer, gtk_widget_get_mapped(cast(popover)) != 0 else {
          return
        }
        gtk_widget_queue_resize(cast(popover))
        gtk_popover_present(cast(popover))
      }
    }
  }

  private static func giveBack(_ focus: WeakReference?) {
    guard let pointer = focus?.pointer else { return }
    let widget: Widget = cast(pointer)
    guard gtk_widget_get_mapped(widget) != 0 else { return }
    if g_type_check_instance_is_a(cast(widget), gtk_text_get_type()) != 0 {
      // Otherwise all of its text would be selected, and the next key would replace it.
      gtk_text_grab_focus_without_selecting(cast(widget))
    } else {
      gtk_widget_grab_focus(widget)
    }
  }
}

/// Called by the menu button before each opening.
private let createPopover: GtkMenuButtonCreatePopupFunc = { button, model in
  guard let button, let model else { return }
  nonisolated(unsafe) let (unsafeButton, unsafeModel) = (button, model)
  MainActor.assumeIsolated {
    PopoverMenu.make(
      Unmanaged<ObjectReference>.fromOpaque(unsafeModel).takeUnretainedValue(), for: unsafeButton)
  }
}

extension String {
  /// The text for a label with mnemonics, in which it is to have none itself.
  package var withoutMnemonics: String { replacing("_", with: "__") }
}
