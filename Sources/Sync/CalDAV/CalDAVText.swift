import Basics
import Core

/// The text of a resource as a record, and back.
enum CalDAVText {
  /// What a resource holds.
  enum Content: Sendable {
    case todo(CalendarTodo, RecordFields)
    /// No to-do: an event, for instance.
    case nothing
    case unreadable(uid: String?, detail: String)

    var uid: String? {
      switch self {
      case .todo(let todo, _): todo.uid
      case .unreadable(let uid, _): uid
      case .nothing: nil
      }
    }

    /// The record of this UID; nil without one, and for one that is too long for a name.
    var key: RecordKey? {
      uid.flatMap { (1...1000).contains($0.utf8.count) ? RecordKey(kind: .todo, id: $0) : nil }
    }

    /// See ``CalendarTodo/children``.
    var children: Set<ExactText> {
      if case .todo(let todo, _) = self { todo.children } else { [] }
    }
  }

  /// The last segment of the path that a to-do gets when it is made here.
  static func fileName(of key: RecordKey) -> String {
    let name =
      CalDAVNames.isPlain(key.id) ? key.id : CalDAVNames.identifier(of: Array(key.id.utf8))
    return name + ".ics"
  }

  /// The to-do of a resource. If there are several, which RFC 4791 §4.1 forbids, the one as which the resource is
  /// known, or else the first.
  /// - Parameters:
  ///   - text: nil for one that is not UTF-8 or too long.
  ///   - id: the identifier of the record as which the resource is known.
  ///   - user: the user to whom the snoozes belong that other programs noted.
  static func read(_ text: String?, of id: String? = nil, in list: ListID, user: String)
    -> Content
  {
    guard let text else {
      return .unreadable(
        uid: nil, detail: "a calendar that is not UTF-8, or over \(CalendarLimits.bytes) bytes")
    }
    do throws(CalendarFailure) {
      let todos = try CalendarResource(reading: text).todos(user: user)
      guard let todo = todos.first(where: { id.isExactly($0.uid) }) ?? todos.first else {
        return .nothing
      }
      var fields = todo.fields
      fields["listID"] = .string(list.rawValue)
      return .todo(todo, fields)
    } catch {
      return .unreadable(uid: nil, detail: error.detail)
    }
  }

  /// How many texts one task reads; fewer are not worth a task.
  private static let fewest = 32

  /// The to-dos of some resources, in the same order. They are read on all processors, because reading them is most of
  /// what a first round costs here.
  /// - Parameter texts: each with the identifier of the record as which the resource is known.
  static func read(_ texts: [(id: String?, text: String?)], in list: ListID, user: String) async
    -> [Content]
  {
    let starts = Array(stride(from: 0, to: texts.count, by: fewest))
    return await withTaskGroup(of: (Int, [Content]).self) { group in
      for start in starts {
        group.addTask {
          let part = texts[start..<min(start + fewest, texts.count)]
          return (start, part.map { read($0.text, of: $0.id, in: list, user: user) })
        }
      }
      var parts: [Int: [Content]] = [:]
      for await (start, contents) in group { parts[start] = contents }
      return starts.flatMap { parts[$0] ?? [] }
    }
  }
}
