import CGLib
import Glibc

/// Runs a closure when the session or a person at a terminal asks the process to end.
@MainActor
package enum UnixSignals {
  private static var onEnd: (@MainActor () -> Void)?

  /// From now on TERM, INT and HUP only call the closure.
  package static func whenAskedToEnd(_ handler: @escaping @MainActor () -> Void) {
    let isFirst = onEnd == nil
    onEnd = handler
    guard isFirst else { return }
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      g_unix_signal_add(
        signal,
        { _ in
          MainActor.assumeIsolated { UnixSignals.onEnd?() }
          return 1  // G_SOURCE_CONTINUE
        }, nil)
    }
  }
}
