/// Why a text is not read as a calendar with to-dos, or cannot be changed as asked.
package enum CalendarFailure: Error, Hashable, Sendable {
  /// More bytes than ``CalendarLimits/bytes``.
  case tooLarge
  /// The byte 0, which no text may contain and which C programs take for the end. Lines count from 1.
  case containsNUL(line: Int)
  /// Bytes that are not UTF-8, after folded lines were joined.
  case notUTF8(line: Int)
  /// It does not begin with `BEGIN:VCALENDAR`.
  case noCalendar
  /// An END without its BEGIN, or a BEGIN without its END.
  case unbalanced(line: Int)
  /// Components nested too deeply, see ``CalendarLimits/depth``.
  case tooDeep(line: Int)
  /// More lines than ``CalendarLimits/lines``.
  case tooManyLines
  /// There is no to-do with the UID that is to be changed.
  case noSuchTodo

  /// A short text for a log or a technical detail; contains nothing that anybody wrote.
  package var detail: String {
    switch self {
    case .tooLarge: "calendar over \(CalendarLimits.bytes) bytes"
    case .containsNUL(let line): "NUL in line \(line) of a calendar"
    case .notUTF8(let line): "line \(line) of a calendar is not UTF-8"
    case .noCalendar: "not a calendar"
    case .unbalanced(let line): "BEGIN and END do not match in line \(line) of a calendar"
    case .tooDeep(let line): "calendar nested over \(CalendarLimits.depth) levels in line \(line)"
    case .tooManyLines: "calendar over \(CalendarLimits.lines) lines"
    case .noSuchTodo: "no such to-do in the calendar"
    }
  }
}

/// How much of a resource is read.
package enum CalendarLimits {
  /// The most bytes of a resource. Notes rarely have a megabyte; attachments may be inside.
  package static let bytes = 16 << 20
  /// The deepest component; an alarm in a to-do is at depth 3.
  package static let depth = 8
  /// The most lines of a resource, after folded lines were joined.
  package static let lines = 100_000
  /// The most dates of EXDATE and RECURRENCE-ID that are looked at.
  static let exceptions = 5_000
  /// The longest line, in bytes, of a property with several values, such as CATEGORIES. A longer line stays in the text
  /// but is not read.
  static let listBytes = 65_536
  /// libical reads at most this many values of a line and drops the rest, so a line with as many is not read either.
  static let listValues = 500
}
