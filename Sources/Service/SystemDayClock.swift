import Core
import Glibc
import Platform

/// Tells which day it is here, and when the next one begins.
@MainActor
package protocol DayClock: AnyObject {
  var today: CalendarDay { get }

  /// Calls back when the day changes (at midnight, after a resume, when the clock is set), when the time zone changes,
  /// because times of day change with it, when the desktop's time format changes, and at the moment requested by
  /// ``wake(at:)``.
  /// - Returns: keeps the observation alive.
  func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject

  /// Calls all observers at this moment too, or at once if it has passed. If an earlier moment was requested before,
  /// that one is kept instead.
  func wake(at moment: Timestamp)
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
  /// The requested moment at which the observers are called before the next day.
  private var wanted: Timestamp?
  private let now: @Sendable () -> Timestamp

  /// - Parameter zonePaths: files that name this computer's time zone.
  package init(
    zonePaths: [String] = ZoneMonitor.systemPaths, now: @escaping @Sendable () -> Timestamp
  ) {
    self.now = now
    today = Self.day(at: now())
    timer = WallClockTimer { [weak self] isJump in
      self?.refresh(isJump: isJump)
      if isJump { self?.onJump?() }
    }
    zone = ZoneMonitor(paths: zonePaths) { [weak self] in self?.zoneDidChange() }
    schedule()
  }

  /// Reads the clock again. Also called when the window gets the focus, for changes without a notification.
  package func refresh() { refresh(isJump: false) }

  /// Calls the observers, because the desktop's time format has changed.
  package func formatDidChange() { observers.notify() }

  package func wake(at moment: Timestamp) {
    if let wanted, wanted <= moment { return }
    wanted = moment
    schedule()
  }

  /// - Parameter isJump: whether the clock was set, perhaps backwards.
  private func refresh(isJump: Bool) {
    let (before, moment) = (today, now())
    today = Self.day(at: moment)
    let isDue = wanted.map { $0 <= moment } ?? false
    if isDue { wanted = nil }
    schedule()
    if today != before || isDue || isJump { observers.notify() }
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
    let moment = now().milliseconds
    let next = max(midnight ?? moment, moment + 1000)
    // Rounded up, so that the timer does not fire before the requested moment.
    let seconds = wanted.map { min(next, max($0.milliseconds, moment) + 999) } ?? next
    timer?.set(at: Int(seconds / 1000))
  }

  private static func day(at moment: Timestamp) -> CalendarDay {
    let parts = LocalTime.parts(milliseconds: moment.milliseconds, zone: nil)
    return CalendarDay(year: parts.year, month: parts.month, day: parts.day) ?? .first
  }
}
