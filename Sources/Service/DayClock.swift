import Core

/// Tells which day it is here, and when the next one begins.
@MainActor
package protocol DayClock: AnyObject {
  var today: CalendarDay { get }

  /// Calls back when the day changes (at midnight, after a resume, when the clock is set) and when the time
  /// zone changes, because times of day change with it.
  /// - Returns: keeps the observation alive.
  func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject
}
