import Core
import Platform

extension RingingRules {
  /// The rules before any preference is changed.
  package static var standard: RingingRules {
    RingingRules(
      zone: .local, timeOfDays: TimeOfDay(secondsOfDay: 9 * 3600), dueTimesRing: true)
  }
}

extension Settings {
  /// When reminders ring by the preferences, in the zone of this computer.
  package var ringingRules: RingingRules {
    RingingRules(
      zone: .local, timeOfDays: TimeOfDay(secondsOfDay: reminderTime * 60),
      dueTimesRing: dueTimesRing)
  }

  /// What the button of a notification does.
  package var snooze: SnoozeLength {
    get { SnoozeLength(rawValue: snoozeLength) ?? .tenMinutes }
    set { snoozeLength = newValue.rawValue }
  }
}
