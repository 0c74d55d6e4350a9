import Basics
import Core
import Platform

// Reminders: several moments, or times before the to-do is due or starts.

extension DetailsPresenter {
  /// Adds a reminder so long before the to-do is due or starts.
  func didAddReminder(_ reminder: Reminder) {
    guard !reminders.isFull, !edit.edited.reminders.contains(reminder) else { return }
    reminders.add(reminder)
    change { $0.reminders = reminders.reminders }
  }

  /// Adds a reminder at a moment that makes sense, to be set to another one.
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
    // Numbers are typed and turned step by step.
    keepSoon()
  }

  private func set(_ id: Int, to time: DetailsState.AlarmTime) {
    // One that is set back to what it was keeps its moment to the millisecond.
    let old = edit.base.reminders.compactMap(\.alarm).first { $0.time == time }
    guard let alarm = old ?? Alarm(time) else { return }
    reminders.set(id, to: Reminder(alarm))
  }

  /// Nine o'clock on the day it is due, or tomorrow; the next full hour if that has passed, and an hour later where
  /// there is a reminder already.
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
  /// What is offered for something that counts from a day or time.
  /// - Parameter isDay: whether it is a day without a time, of which minutes and hours make no sense.
  static func offered(from anchor: Anchor, isDay: Bool) -> [Reminder] {
    let (minute, day) = (60, 86_400)
    let within = [0, 5, 15, 30, 60, 120].map { $0 * minute }
    let before = [1, 2, 7].map { $0 * day }
    return ((isDay ? [0] : within) + before).compactMap { seconds in
      CalendarDuration(seconds: -seconds).map { Reminder(.offset($0, from: anchor)) }
    }
  }
}
