import Basics
import Core

extension CalDAVText {
  /// The text of a to-do that is new on the server.
  static func new(
    _ key: RecordKey, _ fields: RecordFields, user: String, dueTimesRing: Bool, now: Timestamp
  ) -> String {
    CalendarResource.new(uid: key.id, fields, at: now, user: user, dueTimesRing: dueTimesRing).text
  }

  /// A text in which some fields are others. It differs from the old one even if no field does: a write that changes
  /// nothing has to give the resource another ETag (docs/decisions/0007).
  /// - Parameters:
  ///   - id: the identifier of the record, which is the UID of the to-do where the resource has one with that.
  ///   - named: which to-dos others name as their parts. One that was taken out of them says so itself.
  /// - Throws: ``SyncError/conflict`` if the text cannot be read: then it has to be asked for again.
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

  /// What is left of a resource without its to-do; nil if the whole resource can be deleted.
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
  /// The UID of the to-do that is the record of this identifier: that one, or the first.
  fileprivate func uid(of id: String) -> String? {
    let uids = uids
    return uids.first { $0.isExactly(id) } ?? uids.first
  }

  /// The same with a note that a to-do is no part of some that name it.
  fileprivate func denying(_ parents: [String], of uid: String) -> CalendarResource {
    guard !parents.isEmpty else { return self }
    return changingTodos(of: uid) { todo in
      todo.set(OwnProperty.deniedParent, nil)
      todo.append(
        parents.map { ContentLine(OwnProperty.deniedParent, [], CalendarText.escaped($0)) })
    }
  }

  /// The same with another DTSTAMP, to the millisecond.
  /// - Parameter modified: when it was changed last; nil keeps what is there.
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
