import Core
import Glibc
import Platform

/// The day by this computer's calendar.
@MainActor
package final class SystemDayClock: DayClock {
  package private(set) var today: CalendarDay
  /// Runs when the clock was set, and after a sleep of the computer.
  package var onJump: (@MainActor () -> Void)?
  private var timer: WallClockTimer?
  private var zone: ZoneMonitor?
  private let observers = Observers()
  private let now: @Sendable () -> Timestamp

  /// - Parameter zonePaths: what names the time zone of this computer.
  package init(
    zonePaths: [String] = ZoneMonitor.systemPaths, now: @escaping @Sendable () -> Timestamp
  ) {
    self.now = now
    today = Self.day(at: now())
    timer = WallClockTimer { [weak self] isJump in
      self?.refresh()
      if isJump { self?.onJump?() }
    }
    zone = ZoneMonitor(paths: zonePaths) { [weak self] in self?.zoneDidChange() }
    schedule()
  }

  /// Looks at the calendar again; also to be called when the window gets the focus, for what nothing
  /// tells.
  package func refresh() {
    let before = today
    today = Self.day(at: now())
    schedule()
    if today != before { observers.notify() }
  }

  /// Another time zone has other days, and other times on the same day.
  private func zoneDidChange() {
    today = Self.day(at: now())
    schedule()
    observers.notify()
  }

  /// The present day here.
  package static var today: CalendarDay {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return day(at: Timestamp(milliseconds: Int64(time.tv_sec) * 1000))
  }

  package func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observers.add(onChange)
  }

  private func schedule() {
    let tomorrow = today.adding(days: 1)
    let midnight = LocalTime.milliseconds(
      year: tomorrow.year, month: tomorrow.month, day: tomorrow.day, hour: 0, minute: 0, zone: nil)
    // Never in the past, whatever a zone does at midnight: the timer would not stand still.
    let soonest = now().milliseconds + 1000
    timer?.set(at: Int(max(midnight ?? soonest, soonest) / 1000))
  }

  private static func day(at moment: Timestamp) -> CalendarDay {
    let parts = LocalTime.parts(milliseconds: moment.milliseconds, zone: nil)
    return CalendarDay(year: parts.year, month: parts.month, day: parts.day) ?? .first
  }
}
