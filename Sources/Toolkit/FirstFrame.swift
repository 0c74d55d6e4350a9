import Basics
import CGtk
import Platform

/// Waits for a frame to be painted.
@MainActor
package enum FirstFrame {
  /// How long to wait for a window that is not shown.
  private static let timeLimit: Duration =
    FrameTrace.isCounted ? .seconds(60) : .milliseconds(500)

  /// Whether the window of a widget has not begun a frame yet.
  package static func isDue(in widget: Widget) -> Bool {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return true }
    return gdk_frame_clock_get_frame_counter(clock) < 0
  }

  /// Runs a closure once after the next frame that shows a widget has been painted, or after half a
  /// second without one.
  package static func run(in widget: Widget, _ body: @escaping @MainActor () -> Void) {
    let wait = Wait(body)
    if gtk_widget_get_mapped(widget) != 0 {
      wait.watch(widget)
    } else {
      wait.connectMap(widget)
    }
    Task {
      try await Task.pause(for: timeLimit)
      wait.end()
    }
  }

  @MainActor
  private final class Wait {
    private var body: (@MainActor () -> Void)?
    private var connections: [(object: WeakReference, handler: gulong)] = []

    init(_ body: @escaping @MainActor () -> Void) {
      self.body = body
    }

    func connectMap(_ widget: Widget) {
      let handler = connect(widget, "map") { [weak self] arguments in
        self?.watch(cast(arguments.emitter))
      }
      connections.append((WeakReference(widget), handler))
    }

    func watch(_ widget: Widget) {
      guard let clock = gtk_widget_get_frame_clock(widget) else { return }
      let handler = connect(clock, "after-paint") { [weak self] _ in self?.end() }
      connections.append((WeakReference(clock), handler))
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    }

    func end() {
      guard let body else { return }
      self.body = nil
      for (object, handler) in connections {
        if let pointer = object.pointer { g_signal_handler_disconnect(pointer.rawPointer, handler) }
      }
      connections = []
      body()
    }
  }
}
