import Core

extension Timestamp {
  /// The last millisecond of the year 9999: a pause that only a person ends.
  static let farAhead = Timestamp(milliseconds: 253_402_300_799_999)

  /// This moment plus a duration, to the millisecond, and never after ``farAhead``.
  func adding(_ duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return .farAhead }
    let wait = whole + attoseconds / 1_000_000_000_000_000
    let (sum, isTooFar) = milliseconds.addingReportingOverflow(wait)
    return isTooFar || sum > Timestamp.farAhead.milliseconds
      ? .farAhead : Timestamp(milliseconds: sum)
  }
}
