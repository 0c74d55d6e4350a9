import Basics

/// One field of a record, in the form that is compared, merged and sent.
///
/// Times are whole milliseconds, so that a value survives a round trip through a server that keeps
/// fewer digits than this machine does.
public enum FieldValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case string(String)
  case timestamp(Timestamp)
  case time(CalendarTime)
  case recurrence(RecurrenceRule)
  /// Merged member by member.
  case set(Set<ExactText>)

  /// Text is compared by its bytes, because servers store every spelling as it was written.
  public static func == (a: FieldValue, b: FieldValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.integer(let first), .integer(let second)): first == second
    case (.string(let first), .string(let second)): first.isExactly(second)
    case (.timestamp(let first), .timestamp(let second)): first == second
    case (.time(let first), .time(let second)): first == second
    case (.recurrence(let first), .recurrence(let second)): first == second
    case (.set(let first), .set(let second)): first == second
    case (.null, _), (.bool, _), (.integer, _), (.string, _), (.timestamp, _), (.time, _),
      (.recurrence, _), (.set, _):
      false
    }
  }
}

extension FieldValue {
  /// The members of a set; nil for anything else.
  public var members: Set<ExactText>? {
    guard case .set(let members) = self else { return nil }
    return members
  }
}

/// The fields of a record by name. A field without an entry is unknown or unchanged; `.null` clears it.
public typealias RecordFields = NamedValues<FieldValue>
