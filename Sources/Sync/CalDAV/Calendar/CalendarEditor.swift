import Basics
import Core

/// Changes the lines of one to-do, field by field.
struct CalendarEditor {
  /// The text before the edit.
  let before: CalendarTodoReader
  /// The fields that the text must have after the edit.
  let fields: RecordFields
  /// The fields that differ from those of the text.
  let changed: Set<String>
  /// The fields of the text before the edit.
  let current: RecordFields
  /// When the to-do was changed; nil if the target does not say.
  private let modifiedAt: Timestamp?
  /// When the to-do was changed, or else when it is sent; nil before writing.
  private(set) var editedAt: Timestamp?
  let zones: CalendarZones
  let user: String
  /// Whether a due time gets an alarm if nobody has chosen one.
  let dueTimesRing: Bool
  var todo: CalendarComponent
  /// The alarms of the text when they were last read.
  var alarmsRead: CalendarAlarms
  /// Zones that the calendar has to describe.
  var newZones: [ZoneName] = []

  /// - Parameters:
  ///   - reader: the text before the edit.
  ///   - current: its fields.
  ///   - target: the fields to write; a field that is missing stays.
  init(
    _ reader: CalendarTodoReader, _ zones: CalendarZones, current: RecordFields,
    target: RecordFields, user: String, dueTimesRing: Bool
  ) {
    before = reader
    todo = reader.todo
    alarmsRead = reader.alarms
    self.zones = zones
    self.user = user
    self.dueTimesRing = dueTimesRing
    self.current = current
    fields = current.merging(target) { $1 }
    modifiedAt = target.timestamp(Todo.Field.modifiedAt)
    changed = Set(target.keys.filter { current[$0] != target[$0] })
      .subtracting([Todo.Field.listID, Todo.Field.createdAt, Todo.Field.modifiedAt])
  }

  /// Writes what differs.
  /// - Parameter now: written to DTSTAMP, and to LAST-MODIFIED if the record has no modification time.
  /// - Returns: false if nothing differs; then nothing was written.
  mutating func write(at now: Timestamp) -> Bool {
    guard !changed.isEmpty else { return false }
    writeFields(at: now)
    return true
  }

  /// Writes a new to-do, which has no SEQUENCE yet.
  mutating func writeNew(at now: Timestamp) {
    writeFields(at: now)
    todo.set("SEQUENCE", nil)
  }

  private mutating func writeFields(at now: Timestamp) {
    editedAt = modifiedAt ?? now
    writeTexts()
    writeRelations()
    writeStatus()
    writeDates()
    writeSets()
    if changed.contains(Todo.Field.position), case .string(let key)? = fields[Todo.Field.position] {
      CalendarOrder.write(key, to: &todo)
    }
    stamp(now)
  }

  /// What an alarm shows in other programs.
  var title: String {
    guard case .string(let text)? = fields[Todo.Field.content] else { return "" }
    return text
  }

  /// The first year of the dates that are written; 1970 without dates.
  var firstYear: Int {
    let days = [Todo.Field.due, Todo.Field.start].compactMap { field -> Int? in
      guard case .time(let time)? = fields[field] else { return nil }
      return time.day.year
    }
    return days.min() ?? 1970
  }

  /// Writes CREATED of a new to-do.
  mutating func writeCreation() {
    guard todo.moment("CREATED") == nil, let moment = fields.timestamp(Todo.Field.createdAt) else {
      return
    }
    write(moment, "CREATED", exactly: OwnProperty.created)
  }

  private mutating func stamp(_ now: Timestamp) {
    if todo.moment("CREATED") == nil, todo.ownText(OwnProperty.created) == nil,
      let moment = fields.timestamp(Todo.Field.createdAt)
    {
      // CREATED itself would change the to-do's place in the order of other programs.
      todo.append(ContentLine(OwnProperty.created, [], moment.iso8601))
    }
    write(
      modifiedAt ?? now, "LAST-MODIFIED", exactly: OwnProperty.modified
    )
    todo.set("DTSTAMP", ContentLine("DTSTAMP", [], now.iCalendar))
    let sequence = todo.value("SEQUENCE").flatMap { Int($0) } ?? 0
    let next = (0..<Int(Int32.max)).contains(sequence) ? sequence + 1 : 1
    todo.set("SEQUENCE", ContentLine("SEQUENCE", [], String(next)))
  }

  mutating func write(_ moment: Timestamp?, _ name: String, exactly own: String) {
    todo.write(moment, name, exactly: own)
  }

  // MARK: Texts

  private mutating func writeTexts() {
    writeText(Todo.Field.content, "SUMMARY")
    writeText(Todo.Field.notes, "DESCRIPTION")
    if changed.contains(Todo.Field.notes) {
      // The old notes as HTML, which Outlook and eM Client show in place of the new ones (RFC 9073 §6.5).
      for name in ["X-ALT-DESC", "STYLED-DESCRIPTION"] { todo.set(name, nil) }
    }
    writeText(Todo.Field.assignee, OwnProperty.assignee)
    if changed.contains(Todo.Field.url) {
      var line: ContentLine?
      if case .string(let url)? = fields[Todo.Field.url] {
        line = ContentLine("URL", todo.lines("URL").first?.parameters() ?? [], url)
      }
      todo.set("URL", line)
    }
    if changed.contains(Todo.Field.priority) {
      var line: ContentLine?
      if case .integer(let number)? = fields[Todo.Field.priority], number != 0 {
        line = ContentLine("PRIORITY", [], String(number))
      }
      todo.set("PRIORITY", line)
    }
  }

  private mutating func writeText(_ field: String, _ name: String) {
    guard changed.contains(field) else { return }
    guard case .string(let text)? = fields[field], !text.isEmpty else {
      return todo.set(name, nil)
    }
    // ALTREP names an alternative representation with the old text, which Thunderbird shows in place of the new one.
    let parameters = todo.lines(name).first?.parameters(without: ["ALTREP"]) ?? []
    todo.set(name, ContentLine(name, parameters, CalendarText.escaped(text)))
  }

  // MARK: Status

  /// Writes STATUS, COMPLETED and PERCENT-COMPLETE together: programs look at any of them.
  private mutating func writeStatus() {
    // With other dates or another rule, the completed occurrences would no longer tell that nothing is left.
    let isDerived = before.dates.isOver && todo.lines("STATUS").isEmpty
    let isWritten = changed.contains(Todo.Field.status) || isDerived
    guard isWritten || changed.contains(Todo.Field.completedAt),
      case .string(let name)? = fields[Todo.Field.status]
    else { return }
    let status = Todo.Status(rawValue: name) ?? .open
    let moment = fields.timestamp(Todo.Field.completedAt)
    if isWritten {
      let percent = todo.value("PERCENT-COMPLETE").flatMap { Int($0) }
      let written: String
      switch status {
      case .open:
        written = "NEEDS-ACTION"
        if percent == 100 { todo.set("PERCENT-COMPLETE", nil) }
      case .done:
        written = "COMPLETED"
        if percent != 100 {
          todo.set("PERCENT-COMPLETE", ContentLine("PERCENT-COMPLETE", [], "100"))
        }
      case .cancelled: written = "CANCELLED"
      }
      todo.set("STATUS", ContentLine("STATUS", [], written))
    }
    write(status == .done ? moment : nil, "COMPLETED", exactly: OwnProperty.completed)
    let cancelled = status == .cancelled ? moment : nil
    todo.set(
      OwnProperty.cancelled,
      cancelled.map { ContentLine(OwnProperty.cancelled, [], $0.iso8601) })
  }
}
