import Basics
import Core

extension CalendarEditor {
  /// Writes due time, start and rule.
  ///
  /// DUE must be later than DTSTART and of the same type (RFC 5545 §3.8.2.3), and some servers refuse anything else. So
  /// a start that DTSTART cannot express beside DUE goes into a property of our own.
  mutating func writeDates() {
    let isChanged = [Todo.Field.due, Todo.Field.start, Todo.Field.recurrence]
      .map(changed.contains)
    // The dates in the text are those of an excluded occurrence, so all of them are written.
    let isWhole = before.dates.isAdvanced && isChanged.contains(true)
    if isWhole || isChanged[0] || isChanged[1] {
      let start = time(Todo.Field.start)
      let due = time(Todo.Field.due)
      if isWhole || isChanged[1] || before.hasOwnStart { writeStart(start, before: due) }
      if isWhole || isChanged[0] || !todo.lines("DURATION").isEmpty { write(due, "DUE") }
      todo.set("DURATION", nil)
      if isChanged[0], !isChanged[1], !before.hasOwnStart, !isWhole {
        // A start that was valid with the old due time may be invalid with the new one.
        if let start, !start.fits(due: due) { writeStart(start, before: due) }
      }
    }
    if isWhole || isChanged[2] { writeRule() }
  }

  private func time(_ field: String) -> CalendarTime? {
    guard case .time(let time)? = fields[field] else { return nil }
    return time
  }

  private mutating func writeStart(_ start: CalendarTime?, before due: CalendarTime?) {
    guard let start, !start.fits(due: due) else {
      write(start, "DTSTART")
      return todo.set(OwnProperty.start, nil)
    }
    todo.set("DTSTART", nil)
    let value = "\(start.iso8601) \(start.zone?.text ?? "-")"
    todo.set(OwnProperty.start, ContentLine(OwnProperty.start, [], value))
  }

  private mutating func write(_ time: CalendarTime?, _ name: String) {
    guard let time else { return todo.set(name, nil) }
    let old = todo.lines(name).first
    var parameters = old?.parameters(without: ["VALUE", "TZID"]) ?? []
    if time.isDay {
      parameters.append("VALUE=DATE")
    } else if let zone = time.zone, zone != .utc {
      parameters.append(tzid(of: zone, old))
    }
    todo.set(name, ContentLine(name, parameters, time.iCalendar))
  }

  /// The parameter TZID for a zone: the one on the line, or else the one that the calendar describes, or else the
  /// zone's own name.
  private mutating func tzid(of zone: ZoneName, _ old: ContentLine?) -> String {
    if let old, CalendarProperty(old).flatMap(zones.time)?.zone == zone,
      let same = old.parts.parameters.first(where: { $0.uppercased().hasExactPrefix("TZID=") })
    {
      return same
    }
    if let id = zones.id(of: zone) { return "TZID=" + CalendarEditor.quoted(id) }
    if !newZones.contains(zone) { newZones.append(zone) }
    return "TZID=" + zone.text
  }

  /// The value of a parameter (RFC 5545 §3.2).
  private static func quoted(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy {
      ![UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ",")].contains($0)
    }
    return isPlain ? value : "\"\(value)\""
  }

  private mutating func writeRule() {
    guard case .recurrence(let rule)? = fields[Todo.Field.recurrence] else {
      todo.set("RRULE", nil)
      return todo.set(OwnProperty.repeatsFrom, nil)
    }
    if todo.lines("RRULE").first?.parts.value.isExactly(rule.text) != true {
      let parameters = todo.lines("RRULE").first?.parameters() ?? []
      todo.set("RRULE", ContentLine("RRULE", parameters, rule.text))
    }
    let from = ContentLine(OwnProperty.repeatsFrom, [], "COMPLETION")
    todo.set(OwnProperty.repeatsFrom, rule.isFromCompletion ? from : nil)
  }
}

extension CalendarTodoReader {
  /// Whether a property of our own has the start, and not DTSTART.
  var hasOwnStart: Bool { !todo.lines(OwnProperty.start).isEmpty }
}

extension CalendarTime {
  /// Whether it is valid as DTSTART beside DUE. Servers accept equal times.
  fileprivate func fits(due: CalendarTime?) -> Bool {
    guard let due else { return true }
    guard isDay == due.isDay else { return false }
    // Both must be floating, or both in a zone.
    guard (zone == nil) == (due.zone == nil) else { return false }
    return moment(local: .utc) <= due.moment(local: .utc)
  }
}
