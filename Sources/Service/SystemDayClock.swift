import Core
import Glibc
import Platform

/// Tells which day it is here, and when the next one begins.
@MainActor
package protocol DayClock: AnyObject {
  var today: CalendarDay { get }

  /// Calls back when the day changes (at midnight, after a resume, when the clock is set) and when the time
  /// zone changes, because times of day change with it.
  /// - Returns: keeps the observation alive.
  func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject
}

/// The day by this computer's calendar.
@MainActor
package final class SystemDayClock: DayClock {
  package private(set) var today: CalendarDay
  /// Runs when the clock was set, and after the computer slept.
  package var onJump: (@MainActor () -> Void)?
  private var timer: WallClockTimer?
  private var zone: ZoneMonitor?
  private let observers = Observers()
  private let now: @Sendable () -> Timestamp

  /// - Parameter zonePaths: files that name this computer's time zone.
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

  /// Reads the clock again. Also called when the window gets the focus, for changes without a notification.
  package func refresh() {
    let before = today
    today = Self.day(at: now())
    schedule()
    if today != before { observers.notify() }
  }

  /// In another time zone, days and times of day are different.
  private func zoneDidChange() {
    today = Self.day(at: now())
    schedule()
    observers.notify()
  }

  /// The current day here.
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
    // Never in the past, whatever the zone does at midnight, or the timer would fire endlessly.
    let soonest = now().milliseconds + 1000
    timer?.set(at: Int(max(midnight ?? soonest, soonest) / 1000))
  }

  private static func day(at moment: Timestamp) -> CalendarDay {
    let parts = LocalTime.parts(milliseconds: moment.milliseconds, zone: nil)
    return CalendarDay(year: parts.year, month: parts.month, day: parts.day) ?? .first
  }
}
