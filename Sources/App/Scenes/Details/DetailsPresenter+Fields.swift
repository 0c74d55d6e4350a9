import Basics
import Core
import Platform

// What is chosen and not typed, field by field.

extension DetailsPresenter {
  /// Chooses a step; a finer priority of another program within it stays.
  func didChoose(_ level: Priority.Level) {
    guard level != edit.edited.priority.level else { return }
    change { $0.priority = Priority(level) }
  }

  func didChoose(_ status: Todo.Status) {
    guard status != edit.edited.status else { return }
    change { $0.status = status }
  }

  /// Chooses the day that something is due or starts, at the time that was chosen before; nil for none.
  func didChooseDay(_ day: CalendarDay?, of field: WritableKeyPath<Todo, CalendarTime?>) {
    change { todo in
      todo[keyPath: field] = day.map { day in
        guard let old = todo[keyPath: field], let time = old.time else {
          return CalendarTime(day: day)
        }
        return CalendarTime(day: day, time: time, zone: old.zone)
      }
    }
  }

  /// Chooses the time of a day that was chosen; nil for the whole day.
  func didChooseTime(_ time: TimeOfDay?, of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard let old = edit.edited[keyPath: field], old.time != time else { return }
    edit.edited[keyPath: field] =
      time.map { CalendarTime(day: old.day, time: $0, zone: old.zone) }
      ?? CalendarTime(day: old.day)
    render()
    // Numbers are typed and turned step by step.
    if time == nil || old.time == nil, !isNew { keep() } else { keepSoon() }
  }

  /// Adds a tag as it was typed.
  func didAddTag(_ typed: String) {
    guard let tag = TodoTag.normalized(typed).map({ ExactText($0) }),
      !edit.edited.tags.contains(tag)
    else { return }
    change { $0.tags.insert(tag) }
  }

  func didRemoveTag(_ tag: ExactText) { change { $0.tags.remove(tag) } }

  /// It is not to come again.
  func didEndRepeating() { change { $0.recurrence = nil } }

  /// Switches the alarm on, for the next morning that makes sense, or off.
  func didToggleAlarm(_ isOn: Bool) {
    guard isOn != (edit.edited.reminders.firstAlarm != nil) else { return }
    let day = edit.edited.due?.day ?? clock.today.adding(days: 1)
    let alarm = isOn ? Alarm(day: day, hour: 9, minute: 0, zone: LocalTime.zoneName) : nil
    change { $0.reminders.setFirstAlarm(alarm) }
  }

  func didChooseAlarmDay(_ day: CalendarDay) {
    guard var time = edit.edited.reminders.firstAlarm?.time, time.day != day else { return }
    time.day = day
    let alarm = alarm(at: time)
    change { $0.reminders.setFirstAlarm(alarm) }
  }

  func didChooseAlarmTime(hour: Int, minute: Int) {
    guard var time = edit.edited.reminders.firstAlarm?.time,
      (time.hour, time.minute) != (hour, minute)
    else { return }
    (time.hour, time.minute) = (hour, minute)
    edit.edited.reminders.setFirstAlarm(alarm(at: time))
    render()
    // Numbers are typed and turned step by step.
    keepSoon()
  }

  /// An alarm that is set back to what it was keeps its moment to the millisecond.
  private func alarm(at time: DetailsState.AlarmTime) -> Alarm? {
    if let old = edit.base.reminders.firstAlarm, old.time == time { return old }
    return Alarm(time) ?? edit.edited.reminders.firstAlarm
  }
}
