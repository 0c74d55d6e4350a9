import CGtk
import Platform

/// Distinguishes a key that is held down from one that is pressed again; GTK reports both as presses.
@MainActor
package final class KeyRepeat {
  /// The keyboard of the desktop. It follows all windows, since the focus may move between a press and the release.
  package static let keyboard = KeyRepeat()

  private var held: (key: Int32, last: ContinuousClock.Instant)?
  /// A key that was released while another program had the focus counts as released after this time. It is longer than
  /// the delays that desktops offer before a key repeats.
  private static let limit = Duration.seconds(2)

  package init() {}

  /// - Parameter controller: the `GtkEventControllerKey` of a window, in the capture phase.
  package func follow(_ controller: OpaquePointer) {
    connect(controller, "key-released") { [weak self] arguments in
      if self?.held?.key == Int32(arguments.uint(0)) { self?.held = nil }
    }
  }

  /// Notes a press; returns whether the key has been held down since it was pressed last.
  package func press(_ key: Int32, at now: ContinuousClock.Instant = .now) -> Bool {
    defer { held = (key, now) }
    return held.map { $0.key == key && now - $0.last < Self.limit } ?? false
  }
}
