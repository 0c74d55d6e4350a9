import Basics
import Core

extension CalDAVText {
  /// The text of a to-do that is new on the server.
  static func new(
    _ key: RecordKey, _ fields: RecordFields, user: String, dueTimesRing: Bool, now: Timestamp
  ) -> String {
    CalendarResource.new(uid: key.id, fields, at: now, user: user, dueTimesRing: dueTimesRing).text
  }

  /// A text with some fields changed. It differs from the old text even if no field does, because a write that changes
  /// nothing must still give the resource another ETag (docs/decisions/0007).
  /// - Parameters:
  ///   - id: the identifier of the record. It is the UID of its to-do, if the resource has a to-do with that UID.
  ///   - named: which to-dos others name as their parts. A to-do that was taken out of them notes that in its own text.
  /// - Throws: ``SyncError/conflict`` if the text cannot be read and has to be asked for again.
  static func edit(
    _ text: String, of id: String, to fields: RecordFields, named: NamedChildren, user: String,
    dueTimesRing: Bool, now: Timestamp
  ) throws(SyncError) -> String {
    do throws(CalendarFailure) {
      let old = try CalendarResource(reading: text)
      guard let uid = old.uid(of: id) else { throw .noSuchTodo }
      var new = try old.changing(uid, to: fields, at: now, user: user, dueTimesRing: dueTimesRing)
      if fields[Todo.Field.parent] == .null { new = new.denying(named.parents(of: uid), of: uid) }
      let modified = fields.timestamp(Todo.Field.modifiedAt)
      return new == old ? old.stamped(uid, at: now, modified).text : new.text
    } catch {
      throw .conflict
    }
  }

  /// Whether a text is read with the dates that were written into it.
  /// - Parameters:
  ///   - fields: what was written.
  ///   - id: the identifier of the record.
  static func hasDates(_ fields: RecordFields, _ text: String, of id: String, user: String) -> Bool
  {
    let dates = [Todo.Field.due, Todo.Field.start].filter { fields[$0] != nil }
    guard !dates.isEmpty,
      case .todo(_, let found) = read(text, of: id, in: ListID(rawValue: ""), user: user)
    else { return true }
    return dates.allSatisfy { found[$0] == fields[$0] }
  }

  /// What is left of a resource without its to-do; nil if nothing is left and the whole resource can be deleted.
  /// - Parameter id: the identifier of its record.
  static func removing(_ id: String, from text: String) throws(SyncError) -> String? {
    do throws(CalendarFailure) {
      let old = try CalendarResource(reading: text)
      return old.uid(of: id).flatMap { old.removing($0) }?.text
    } catch {
      throw .protocolViolation(detail: error.detail)
    }
  }
}

extension CalendarResource {
  /// The UID of the to-do behind a record: the to-do with the record's identifier as its UID, or else the first.
  fileprivate func uid(of id: String) -> String? {
    let uids = uids
    return uids.first { $0.isExactly(id) } ?? uids.first
  }

  /// The resource with a note that the to-do is not a part of some to-dos that name it.
  fileprivate func denying(_ parents: [String], of uid: String) -> CalendarResource {
    guard !parents.isEmpty else { return self }
    return changingTodos(of: uid) { todo in
      todo.set(OwnProperty.deniedParent, nil)
      todo.append(
        parents.map { ContentLine(OwnProperty.deniedParent, [], CalendarText.escaped($0)) })
    }
  }

  /// The resource with another DTSTAMP, to the millisecond.
  /// - Parameter modified: when the to-do was last changed; nil keeps the time in the text.
  fileprivate func stamped(_ uid: String, at now: Timestamp, _ modified: Timestamp?)
    -> CalendarResource
  {
    changingTodos(of: uid) { todo in
      todo.set("DTSTAMP", ContentLine("DTSTAMP", [], now.iCalendar))
      todo.set(OwnProperty.sent, ContentLine(OwnProperty.sent, [], now.iso8601))
      if let modified {
        todo.write(modified, "LAST-MODIFIED", exactly: OwnProperty.modified)
      }
    }
  }

  private func changingTodos(of uid: String, _ change: (inout CalendarComponent) -> Void)
    -> CalendarResource
  {
    var changed = self
    for (index, calendar) in calendars.enumerated() {
      for (place, item) in calendar.items.enumerated() {
        guard case .component(var todo) = item, todo.name == "VTODO", todo.uid.isExactly(uid) else {
          continue
        }
        change(&todo)
        changed.calendars[index].items[place] = .component(todo)
      }
    }
    return changed
  }
}
