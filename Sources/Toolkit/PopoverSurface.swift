import CGtk
import Platform

/// Keeps closed popovers from taking clicks that are meant for the widgets behind them.
///
/// On X11, GTK continues to report the mouse position to the surface of a closed popover if a motion event was
/// requested just before it closed. The popover then counts as the widget under the mouse, and the next click in the
/// window does nothing.
@MainActor
enum PopoverSurface {
  /// Blocks the events of each popover of this process from when it closes until it is shown again. Call this once,
  /// when GTK is initialized.
  static func ignoreEventsWhenClosed() {
    guard let display = gdk_display_get_default(),
      String(cString: g_type_name_from_instance(cast(display))) == "GdkX11Display",
      // The signal exists only after its class was initialized.
      let popovers = g_type_class_ref(gtk_popover_get_type())
    else { return }
    defer { g_type_class_unref(popovers) }
    g_signal_add_emission_hook(
      g_signal_lookup("closed", gtk_popover_get_type()), 0,
      { _, _, values, _ in
        nonisolated(unsafe) let popover = values.flatMap { g_value_get_object($0) }
        MainActor.assumeIsolated {
          if let popover { PopoverSurface.ignoreEvents(of: OpaquePointer(popover)) }
        }
        return 1  // stays installed
      }, nil, nil)
  }

  private static func ignoreEvents(of popover: OpaquePointer) {
    guard let surface = gtk_native_get_surface(popover) else { return }
    let handlers = EventHandlers(of: surface)
    handlers.block()
    handlers.unblock(whenShown: popover)
  }
}

/// The toolkit's event handlers of one surface.
@MainActor
private final class EventHandlers {
  private let surface: WeakReference
  private var blocked: [gulong] = []
  private var shown: gulong = 0

  init(of surface: OpaquePointer) {
    self.surface = WeakReference(surface)
  }

  func block() {
    guard let surface = surface.pointer?.rawPointer else { return }
    let event = g_signal_lookup("event", gdk_surface_get_type())
    let unblocked = GSignalMatchType(
      rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
    while case let handler = g_signal_handler_find(surface, unblocked, event, 0, nil, nil, nil),
      handler != 0
    {
      g_signal_handler_block(surface, handler)
      blocked.append(handler)
    }
  }

  func unblock(whenShown popover: OpaquePointer) {
    shown = connect(popover, "map") { arguments in
      g_signal_handler_disconnect(arguments.emitter.rawPointer, self.shown)
      // A new surface does not have these handlers.
      guard let surface = self.surface.pointer?.rawPointer else { return }
      for handler in self.blocked where g_signal_handler_is_connected(surface, handler) != 0 {
        g_signal_handler_unblock(surface, handler)
      }
    }
  }
}
