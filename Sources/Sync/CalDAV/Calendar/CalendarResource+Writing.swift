import Basics
import Core

extension CalendarResource {
  /// The resource after a change to one of its to-dos.
  ///
  /// Only the lines of fields that differ are written, with SEQUENCE, LAST-MODIFIED and DTSTAMP. If no field differs,
  /// the resource stays as it is. Anything that other programs keep beside the to-do, such as a VTODO for each
  /// completed occurrence, is not touched.
  /// - Parameters:
  ///   - uid: see ``CalendarTodo/uid``.
  ///   - target: the fields to write; `.null` clears a field, and a field that is missing stays. The list and the time
  ///     of creation are not written.
  ///   - now: written to DTSTAMP, and to LAST-MODIFIED if the fields have no modification time.
  ///   - user: the user to whom the snoozes of other programs belong.
  ///   - dueTimesRing: whether a due time that is set gets an alarm for other programs.
  /// - Throws: ``CalendarFailure/noSuchTodo``.
  package func changing(
    _ uid: String, to target: RecordFields, at now: Timestamp, user: String,
    dueTimesRing: Bool = false
  ) throws(CalendarFailure) -> CalendarResource {
    let todos = todos(of: uid)
    guard !todos.isEmpty else { throw .noSuchTodo }
    let zones = CalendarZones(calendars)
    let reader = CalendarTodoReader(todos, zones, user: user)
    var editor = CalendarEditor(
      reader, zones, current: reader.read(uid: uid).fields, target: target, user: user,
      dueTimesRing: dueTimesRing)
    guard editor.write(at: now) else { return self }
    var changed = self
    changed.replace(reader.todo, by: editor)
    return changed
  }

  /// A resource for a new to-do.
  /// - Parameters:
  ///   - uid: of the to-do, which is the identifier of the record.
  ///   - fields: of the record.
  ///   - now: when it is sent.
  ///   - dueTimesRing: whether its due time gets an alarm for other programs.
  package static func new(
    uid: String, _ fields: RecordFields, at now: Timestamp, user: String, dueTimesRing: Bool = false
  ) -> CalendarResource {
    let todo = CalendarComponent(
      "VTODO",
      [
        .line(ContentLine("UID", [], CalendarText.escaped(uid))),
        .line(ContentLine("STATUS", [], "NEEDS-ACTION")),
      ])
    let calendar = CalendarComponent(
      "VCALENDAR",
      [
        .line(ContentLine("VERSION", [], "2.0")),
        .line(ContentLine("PRODID", [], "-//Optimist//Optimist//EN")), .component(todo),
      ])
    var resource = CalendarResource(calendar)
    let zones = CalendarZones(resource.calendars)
    let reader = CalendarTodoReader([todo], zones, user: user)
    var editor = CalendarEditor(
      reader, zones, current: reader.read(uid: uid).fields, target: fields, user: user,
      dueTimesRing: dueTimesRing)
    // Comes first, because the place in the order counts from it.
    editor.writeCreation()
    editor.writeNew(at: now)
    resource.replace(todo, by: editor)
    return resource
  }

  /// The resource without a to-do, if it contains something else; nil if nothing else is left, so that the whole
  /// resource can be deleted.
  package func removing(_ uid: String) -> CalendarResource? {
    var changed = self
    for place in changed.calendars.indices {
      changed.calendars[place].items.removeAll { item in
        guard case .component(let component) = item, component.name == "VTODO" else { return false }
        return component.uid.isExactly(uid)
      }
    }
    let isEmpty = changed.calendars.allSatisfy {
      $0.components.allSatisfy { $0.name == "VTIMEZONE" }
    }
    return isEmpty ? nil : changed
  }

  private mutating func replace(_ old: CalendarComponent, by editor: CalendarEditor) {
    for place in calendars.indices {
      guard let item = calendars[place].items.firstIndex(of: .component(old)) else { continue }
      calendars[place].items[item] = .component(editor.todo)
      for zone in editor.newZones {
        let first = calendars[place].items.firstIndex {
          if case .component = $0 { true } else { false }
        }
        guard let description = CalendarZoneText.component(zone, from: editor.firstYear) else {
          continue
        }
        calendars[place].items.insert(.component(description), at: first ?? 0)
      }
      return
    }
  }
}
