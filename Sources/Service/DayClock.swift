import Core

/// Tells which day it is here, and when another one begins.
@MainActor
package protocol DayClock: AnyObject {
  var today: CalendarDay { get }

  /// Calls back after each change of the day: at midnight, after a resume, when the clock is set;
  /// and of the time zone, with which times of day change too.
  /// - Returns: keeps the observation alive.
  func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject
}
