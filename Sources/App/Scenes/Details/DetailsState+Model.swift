import Core
import Platform

extension Alarm {
  /// Nil for a time that the zone skips.
  init?(_ time: DetailsState.AlarmTime) {
    self.init(day: time.day, hour: time.hour, minute: time.minute, zone: time.zone)
  }

  init?(day: CalendarDay, hour: Int, minute: Int, zone: String) {
    let moment = LocalTime.milliseconds(
      year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, zone: zone)
    guard let moment else { return nil }
    self.init(at: Timestamp(milliseconds: moment), zone: zone)
  }

  /// The moment as the user sets it.
  var time: DetailsState.AlarmTime {
    let parts = LocalTime.parts(milliseconds: at.milliseconds, zone: zone)
    let day = CalendarDay(year: parts.year, month: parts.month, day: parts.day)
    return .init(
      day: day ?? CalendarDay.first, hour: parts.hour, minute: parts.minute, zone: zone)
  }
}

extension TodoDraft {
  /// The to-do before the user has typed anything.
  var blank: Todo {
    Todo(
      id: id, listID: listID ?? ListID(rawValue: ""), content: "", position: "",
      createdAt: createdAt ?? Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
  }

  /// The to-do with its initial values.
  var unsaved: Todo {
    var todo = blank
    todo.content = content
    todo.notes = notes
    todo.due = due
    todo.start = start
    todo.reminders = reminders
    todo.recurrence = recurrence
    todo.parent = parent
    todo.tags = tags
    todo.priority = priority
    todo.url = url
    return todo
  }
}

extension CalendarTime {
  /// Whether the time applies in every time zone.
  var isFloating: Bool { time != nil && zone == nil }
}
