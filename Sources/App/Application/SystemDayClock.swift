import Core

/// The day by this computer's calendar.
@MainActor
final class SystemDayClock: DayClock {
  private(set) var today: CalendarDay
  private var timer: WallClockTimer?
  private var observers: [ObjectIdentifier: @MainActor () -> Void] = [:]
  private let now: @Sendable () -> Timestamp

  init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
    today = Self.day(at: now())
    timer = WallClockTimer { [weak self] in self?.refresh() }
    schedule()
  }

  /// Looks at the calendar again; also to be called when the window gets the focus, for what no timer
  /// tells, such as another time zone.
  func refresh() {
    let before = today
    today = Self.day(at: now())
    schedule()
    guard today != before else { return }
    for observer in observers.values { observer() }
  }

  func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    let observation = Observation(self)
    observers[ObjectIdentifier(observation)] = onChange
    return observation
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

  @MainActor
  private final class Observation {
    weak var clock: SystemDayClock?

    init(_ clock: SystemDayClock) {
      self.clock = clock
    }

    isolated deinit {
      clock?.observers[ObjectIdentifier(self)] = nil
    }
  }
}
