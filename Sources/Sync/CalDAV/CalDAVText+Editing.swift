import Basics
import Core

extension CalDAVText {
  /// The text of a to-do that is new on the server.
  static func new(_ key: RecordKey, _ fields: RecordFields, user: String, now: Timestamp) -> String
  {
    CalendarResource.new(uid: key.id, fields, at: now, user: user).text
  }

  /// A text in which some fields are others. It differs from the old one even if no field does: a write that changes
  /// nothing has to give the resource another ETag (docs/decisions/0007).
  static func edit(_ text: String, to fields: RecordFields, user: String, now: Timestamp)
    throws(SyncError) -> String
  {
    do throws(CalendarFailure) {
      let old = try CalendarResource(reading: text)
      guard let uid = old.uids.first else { throw .noSuchTodo }
      let new = try old.changing(uid, to: fields, at: now, user: user)
      let modified = fields.timestamp(Todo.Field.modifiedAt)
      return new == old ? old.stamped(uid, at: now, modified).text : new.text
    } catch {
      throw .protocolViolation(detail: error.detail)
    }
  }

  /// What is left of a resource without its to-do; nil if the whole resource can be deleted.
  static func removing(from text: String) throws(SyncError) -> String? {
    do throws(CalendarFailure) {
      let old = try CalendarResource(reading: text)
      return old.uids.first.flatMap { old.removing($0) }?.text
    } catch {
      throw .protocolViolation(detail: error.detail)
    }
  }
}

extension CalendarResource {
  /// The same with another DTSTAMP, to the millisecond.
  /// - Parameter modified: when it was changed last; nil keeps what is there.
  fileprivate func stamped(_ uid: String, at now: Timestamp, _ modified: Timestamp?)
    -> CalendarResource
  {
    var changed = self
    for (index, calendar) in calendars.enumerated() {
      for (place, item) in calendar.items.enumerated() {
        guard case .component(var todo) = item, todo.name == "VTODO", todo.uid.isExactly(uid) else {
          continue
        }
        todo.set("DTSTAMP", ContentLine("DTSTAMP", [], now.iCalendar))
        todo.set(OwnProperty.sent, ContentLine(OwnProperty.sent, [], now.iso8601))
        if let modified {
          todo.write(modified, "LAST-MODIFIED", exactly: OwnProperty.modified)
        }
        changed.calendars[index].items[place] = .component(todo)
      }
    }
    return changed
  }
}
