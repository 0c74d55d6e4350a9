import Core
import XCTest

import class TestSupport.ManualClock

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SystemDayClockTests: XCTestCase {
  /// A clock that is never behind the system's, so that its timer waits.
  @MainActor
  private static func clocks() -> (SystemDayClock, ManualClock) {
    let time = ManualClock(now: Timestamp(milliseconds: 4_000_000_000_000))
    return (SystemDayClock(now: { time.now() }), time)
  }

  private static func day(at time: ManualClock) -> CalendarDay? {
    let parts = LocalTime.parts(milliseconds: time.now().milliseconds, zone: nil)
    return CalendarDay(year: parts.year, month: parts.month, day: parts.day)
  }

  @MainActor
  func testItIsTheDayHere() async {
    let (clock, time) = Self.clocks()
    XCTAssertEqual(clock.today, Self.day(at: time))
  }

  @MainActor
  func testObserversAreToldOfAnotherDayOnly() async {
    let (clock, time) = Self.clocks()
    var days: [CalendarDay] = []
    let observation = clock.observe { [weak clock] in if let clock { days.append(clock.today) } }
    clock.refresh()
    XCTAssertEqual(days, [])
    let tomorrow = clock.today.adding(days: 1)
    time.advance(by: .seconds(24 * 3600))
    clock.refresh()
    clock.refresh()
    XCTAssertEqual(days, [tomorrow])
    withExtendedLifetime(observation) {}
  }

  @MainActor
  func testObserversAreToldOfMomentsThatSomebodyWaitsFor() async {
    let (clock, time) = Self.clocks()
    var count = 0
    let observation = clock.observe { count += 1 }
    let now = time.now().milliseconds
    clock.wake(at: Timestamp(milliseconds: now + 60_000))
    // A later one does not put off the earlier one.
    clock.wake(at: Timestamp(milliseconds: now + 90_000))
    time.advance(by: .seconds(59))
    clock.refresh()
    XCTAssertEqual(count, 0)
    time.advance(by: .seconds(1))
    clock.refresh()
    clock.refresh()
    XCTAssertEqual(count, 1)
    withExtendedLifetime(observation) {}
  }

  /// The timer is the system's: it is set for a moment that has just passed.
  func testItWakesByItselfAtAMomentThatSomebodyWaitsFor() {
    onMainActor {
      let time = ManualClock(now: Timestamp(milliseconds: Timestamp(Date()).milliseconds - 2_000))
      let clock = SystemDayClock(now: { time.now() })
      var isTold = false
      let observation = clock.observe { isTold = true }
      let moment = time.now()
      time.advance(by: .seconds(2))
      clock.wake(at: moment)
      XCTAssertTrue(pump(until: { isTold }))
      withExtendedLifetime(observation) {}
    }
  }

  @MainActor
  func testAnObserverThatIsGoneIsNotTold() async {
    let (clock, time) = Self.clocks()
    var count = 0
    var observation: AnyObject? = clock.observe { count += 1 }
    XCTAssertNotNil(observation)
    observation = nil
    time.advance(by: .seconds(24 * 3600))
    clock.refresh()
    XCTAssertEqual(count, 0)
  }

  @MainActor
  func testItIsReleasedWithItsTimer() async {
    var clock: SystemDayClock? = Self.clocks().0
    weak let released = clock
    let observation = clock?.observe {}
    clock = nil
    XCTAssertNil(released)
    withExtendedLifetime(observation) {}
  }

  /// The clock says it is two seconds before midnight; the timer belongs to the system's calendar, so
  /// it is set for a moment that has long passed or is about to come, and fires.
  func testItLooksAgainByItself() {
    onMainActor {
      let parts = LocalTime.parts(milliseconds: Timestamp(Date()).milliseconds, zone: nil)
      let midnight = LocalTime.milliseconds(
        year: parts.year, month: parts.month, day: parts.day, hour: 0, minute: 0, zone: nil)
      let time = ManualClock(now: Timestamp(milliseconds: (midnight ?? 0) - 2_000))
      let clock = SystemDayClock(now: { time.now() })
      var isTold = false
      let observation = clock.observe { isTold = true }
      time.advance(by: .seconds(4))
      XCTAssertTrue(pump(until: { isTold }))
      withExtendedLifetime(observation) {}
    }
  }

  func testObserversAreToldOfAnotherZoneOnTheSameDay() throws {
    try onMainActor {
      let folder = try TemporaryFolder()
      let link = folder.file("localtime")
      let time = ManualClock(now: Timestamp(milliseconds: 4_000_000_000_000))
      let clock = SystemDayClock(zonePaths: [link], now: { time.now() })
      var count = 0
      let observation = clock.observe { count += 1 }
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "/usr/share/zoneinfo/Asia/Seoul")
      XCTAssertTrue(pump(until: { count > 0 }))
      withExtendedLifetime((observation, clock, folder)) {}
    }
  }
}
