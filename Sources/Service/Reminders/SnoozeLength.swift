import Core
import Platform

/// How long a reminder can be snoozed.
package enum SnoozeLength: String, CaseIterable, Sendable {
  case tenMinutes = "10-minutes"
  case hour = "1-hour"
  /// Until the hour at which reminders of days ring. The night belongs to the day before: after midnight this means the
  /// coming morning.
  case tomorrow

  private static let endOfNight = 5

  /// When the reminder rings again.
  package func end(from now: Timestamp, _ rules: RingingRules) -> Timestamp {
    switch self {
    case .tenMinutes: return Timestamp(milliseconds: now.milliseconds + 600_000)
    case .hour: return Timestamp(milliseconds: now.milliseconds + 3_600_000)
    case .tomorrow:
      let (today, time) = rules.zone.clock(at: now)
      let isNight = time.hour < min(Self.endOfNight, rules.timeOfDays.hour)
      return rules.zone.moment(day: isNight ? today : today.adding(days: 1), time: rules.timeOfDays)
    }
  }

  /// For buttons and menus.
  package var label: String {
    switch self {
    case .tenMinutes: tr("Snooze 10 Minutes")
    case .hour: tr("Snooze 1 Hour")
    case .tomorrow: tr("Snooze Until Tomorrow")
    }
  }
}
