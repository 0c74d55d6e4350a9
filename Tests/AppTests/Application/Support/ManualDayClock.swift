import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A calendar whose day a test turns over.
@MainActor
final class ManualDayClock: DayClock {
  private final class Observation {}

  private struct Observer {
    weak var observation: Observation?
    let onChange: @MainActor () -> Void
  }

  private var observers: [Observer] = []
  private(set) var today: CalendarDay

  init(_ today: CalendarDay) {
    self.today = today
  }

  var observerCount: Int { observers.count { $0.observation != nil } }

  /// It is another day now.
  func turn(to day: CalendarDay) {
    today = day
    for observer in observers where observer.observation != nil { observer.onChange() }
  }

  /// The moments that somebody waits for.
  private(set) var wakes: [Timestamp] = []

  func wake(at moment: Timestamp) { wakes.append(moment) }

  /// A moment that somebody waited for has come.
  func pass() { turn(to: today) }

  func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    let observation = Observation()
    observers.append(Observer(observation: observation, onChange: onChange))
    return observation
  }
}
