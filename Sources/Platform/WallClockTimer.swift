import CGLib
import Glibc

/// Fires at a time of the wall clock, when the clock is set, and after the computer slept.
///
/// A main-loop timer stops while the computer sleeps; this one follows the wall clock, so after a resume it
/// fires at once if its time has passed (timerfd_create(2): CLOCK_REALTIME with TFD_TIMER_CANCEL_ON_SET). The
/// kernel treats a resume like setting the clock (timerfd_resume in fs/timerfd.c), so no permission on the
/// system bus is needed.
@MainActor
package final class WallClockTimer {
  private let descriptor: Int32
  private var source: guint = 0
  private let onFire: @MainActor (_ isJump: Bool) -> Void

  /// Nil if the system has no such timers.
  /// - Parameter onFire: receives whether the clock jumped: it was set, or the computer slept.
  package init?(_ onFire: @escaping @MainActor (_ isJump: Bool) -> Void) {
    descriptor = timerfd_create(
      CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    self.onFire = onFire
    watch()
  }

  isolated deinit {
    g_source_remove(source)
    close(descriptor)
  }

  /// Sets the time to fire, replacing any earlier one.
  /// - Parameter seconds: since 1970-01-01 00:00 UTC.
  package func set(at seconds: Int) {
    var setting = itimerspec()
    setting.it_value.tv_sec = seconds
    setting.it_value.tv_nsec = 1
    // TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET
    timerfd_settime(descriptor, 1 | 2, &setting, nil)
  }

  private func watch() {
    let box = Unmanaged.passRetained(WeakTimer(self)).toOpaque()
    source = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
      { descriptor, _, data in
        var expirations: UInt64 = 0
        // Fails with ECANCELED when the clock was set, which counts as firing too.
        let isJump =
          read(descriptor, &expirations, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          guard let data else { return }
          Unmanaged<WeakTimer>.fromOpaque(data).takeUnretainedValue().timer?.onFire(isJump)
        }
        return 1  // G_SOURCE_CONTINUE
      }, box, { data in data.map { Unmanaged<WeakTimer>.fromOpaque($0).release() } })
  }

  private final class WeakTimer {
    weak var timer: WallClockTimer?

    init(_ timer: WallClockTimer) {
      self.timer = timer
    }
  }
}
