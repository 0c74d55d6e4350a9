import Basics
import Core

/// The text of one calendar resource: what a server keeps under one href.
///
/// libical reads the text, and edits change single lines: properties, parameters and components that are not known here
/// stay as they came. Lines are joined and split here (RFC 5545 §3.1), because libical would reorder them in writing.
package struct CalendarResource: Hashable, Sendable {
  var calendars: [CalendarComponent]

  /// Reads a text.
  /// - Parameter bytes: as it came, with any ends of lines, at most ``CalendarLimits/bytes``.
  /// - Throws: ``CalendarFailure``. A property that cannot be read is no failure: it counts as missing, and stays in
  ///   the text.
  package init(reading bytes: [UInt8]) throws(CalendarFailure) {
    calendars = try CalendarComponent.read(bytes)
  }

  package init(reading text: String) throws(CalendarFailure) {
    try self.init(reading: Array(text.utf8))
  }

  init(_ calendar: CalendarComponent) {
    calendars = [calendar]
  }

  /// The text to send, each line ended by CR LF.
  package var text: String {
    var bytes: [UInt8] = []
    for calendar in calendars { calendar.write(to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The to-dos in the order of their first VTODO; none if there are only events and journals.
  /// - Parameter user: the user to whom the snoozes belong that other programs noted.
  package func todos(user: String) -> [CalendarTodo] {
    let zones = CalendarZones(calendars)
    var places: [ExactText: Int] = [:]
    var groups: [(uid: String, todos: [CalendarComponent])] = []
    for todo in calendars.flatMap({ $0.components("VTODO") }) {
      let uid = todo.uid
      if let place = places[ExactText(uid)] {
        groups[place].todos.append(todo)
      } else {
        places[ExactText(uid)] = groups.count
        groups.append((uid, [todo]))
      }
    }
    return groups.map { CalendarTodoReader($0.todos, zones, user: user).read(uid: $0.uid) }
  }

  /// The UIDs of the to-dos, each once.
  var uids: [String] {
    var seen: Set<ExactText> = []
    return calendars.flatMap { $0.components("VTODO") }.map(\.uid)
      .filter { seen.insert(ExactText($0)).inserted }
  }

  func todos(of uid: String) -> [CalendarComponent] {
    calendars.flatMap { $0.components("VTODO") }.filter { $0.uid.isExactly(uid) }
  }
}

extension CalendarComponent {
  /// The UID; empty if there is none.
  var uid: String { value("UID") ?? "" }
}
