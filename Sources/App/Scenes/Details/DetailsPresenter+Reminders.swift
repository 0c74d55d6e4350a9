import Basics
import Core
import Platform

// Reminders: at fixed moments, or some time before the to-do is due or starts.

extension DetailsPresenter {
  /// Adds a reminder relative to when the to-do is due or starts.
  func didAddReminder(_ reminder: Reminder) {
    guard !reminders.isFull, !edit.edited.reminders.contains(reminder) else { return }
    reminders.add(reminder)
    change { $0.reminders = reminders.reminders }
  }

  /// Adds a reminder at a suggested moment, which the user can change.
  func didAddReminderOfItsOwn() {
    guard !reminders.isFull, let moment = suggestedMoment else { return }
    reminders.add(Reminder(moment))
    change { $0.reminders = reminders.reminders }
  }

  func didRemoveReminder(_ id: Int) {
    reminders.remove(id)
    change { $0.reminders = reminders.reminders }
  }

  func didChooseReminderDay(_ day: CalendarDay, of id: Int) {
    guard var time = reminders[id]?.alarm?.time, time.day != day else { return }
    time.day = day
    set(id, to: time)
    change { $0.reminders = reminders.reminders }
  }

  func didChooseReminderTime(_ clock: TimeOfDay, of id: Int) {
    guard var time = reminders[id]?.alarm?.time,
      (time.hour, time.minute) != (clock.hour, clock.minute)
    else { return }
    (time.hour, time.minute) = (clock.hour, clock.minute)
    set(id, to: time)
    edit.edited.reminders = reminders.reminders
    render()
    // Changes of the numbers come in quick steps, so they are saved after a pause.
    keepSoon()
  }

  private func set(_ id: Int, to time: DetailsState.AlarmTime) {
    // A reminder that is set back to its stored time keeps its exact moment, to the millisecond.
    let old = edit.base.reminders.compactMap(\.alarm).first { $0.time == time }
    guard let alarm = old ?? Alarm(time) else { return }
    reminders.set(id, to: Reminder(alarm))
  }

  /// Nine o'clock on the due day, or tomorrow if there is none. If that has passed, it is the next full hour. Each
  /// reminder that exists at the moment already moves it by an hour.
  private var suggestedMoment: Alarm? {
    let day = edit.edited.due?.day ?? clock.today.adding(days: 1)
    let zone = LocalTime.zoneName
    guard var alarm = Alarm(day: day, hour: 9, minute: 0, zone: zone) else { return nil }
    let hour: Int64 = 3_600_000
    let now = now.milliseconds
    if alarm.at.milliseconds <= now {
      alarm = Alarm(at: Timestamp(milliseconds: (now / hour + 1) * hour), zone: zone)
    }
    while edit.edited.reminders.contains(where: { $0.alarm?.at == alarm.at }) {
      alarm = Alarm(at: Timestamp(milliseconds: alarm.at.milliseconds + hour), zone: zone)
    }
    return alarm
  }
}

extension Reminder {
  /// The reminders offered relative to a date.
  /// - Parameter isDay: whether the date has no time, so that minutes and hours make no sense.
  static func offered(from anchor: Anchor, isDay: Bool) -> [Reminder] {
    let (minute, day) = (60, 86_400)
    let within = [0, 5, 15, 30, 60, 120].map { $0 * minute }
    let before = [1, 2, 7].map { $0 * day }
    return ((isDay ? [0] : within) + before).compactMap { seconds in
      CalendarDuration(seconds: -seconds).map { Reminder(.offset($0, from: anchor)) }
    }
  }
}
