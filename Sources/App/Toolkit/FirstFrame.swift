import CGtk

/// Waits for pictures.
@MainActor
enum FirstFrame {
  /// Runs a closure once after the next frame of the widget's window has been painted; at once where
  /// the widget is in no window that is shown.
  static func run(in widget: Widget, _ body: @escaping @MainActor () -> Void) {
    guard let clock = gtk_widget_get_frame_clock(widget), gtk_widget_get_mapped(widget) != 0 else {
      return body()
    }
    let once = Once()
    once.handler = connect(clock, "after-paint") { arguments in
      guard let handler = once.handler else { return }
      once.handler = nil
      g_signal_handler_disconnect(arguments.emitter.rawPointer, handler)
      body()
    }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
  }

  private final class Once {
    var handler: gulong?
  }
}
