import CGtk
import Glibc
import Platform

/// Records when things reach the screen, for measurements. Off unless `OPTIMIST_TRACE` names a file.
///
/// Each line is a monotonic time in microseconds, an event and numbers: `submit` when a to-do is
/// entered, `rows N` when a page of N rows, titles not counted, was given to GTK, `frame N COST` after the frame that
/// painted them, and `paint COST` after every other frame. The cost is the time from the frame's
/// beginning, in microseconds.
///
/// For counting instructions, `OPTIMIST_TRACE_END` ends the process at once after a frame: with `frame` after the
/// first one of a page, with `submit N` after the first one since the Nth to-do was entered.
@MainActor
package enum FrameTrace {
  private static let file: UnsafeMutablePointer<FILE>? = getenv("OPTIMIST_TRACE").flatMap {
    fopen($0, "a")
  }
  private static let end = getenv("OPTIMIST_TRACE_END").map { String(cString: $0) }
  private static var submitted = 0
  private static var unpainted: Int?
  private static var isWatching = false
  private static var frameStart: gint64 = 0

  package static var isOn: Bool { file != nil }

  /// Whether the process runs many times slower than usual, so that no time limit counts.
  package static var isCounted: Bool { end != nil }

  package static func mark(_ event: String) {
    guard let file else { return }
    fputs("\(g_get_monotonic_time()) \(event)\n", file)
    fflush(file)
    if event == "submit" { submitted += 1 }
  }

  /// Records how many rows a page has now.
  /// - Parameter widget: any widget of the window that shows it.
  package static func rows(_ count: Int, in widget: Widget) {
    guard isOn else { return }
    mark("rows \(count)")
    unpainted = count
    watch(widget)
  }

  private static func watch(_ widget: Widget) {
    guard !isWatching else { return }
    guard let clock = gtk_widget_get_frame_clock(widget) else {
      connect(widget, "realize") { arguments in
        if !isWatching { watch(cast(arguments.emitter)) }
      }
      return
    }
    isWatching = true
    connect(clock, "before-paint") { _ in frameStart = g_get_monotonic_time() }
    connect(clock, "after-paint") { _ in
      let cost = g_get_monotonic_time() - frameStart
      mark(unpainted.map { "frame \($0) \(cost)" } ?? "paint \(cost)")
      if unpainted != nil, end == "frame" || end == "submit \(submitted)" { _exit(0) }
      unpainted = nil
    }
  }
}
