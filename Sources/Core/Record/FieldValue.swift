/// One field of a record in the form that is compared, merged and sent.
///
/// Times are whole milliseconds, so that a value survives a round trip through a server that keeps
/// fewer digits than this machine does.
public enum FieldValue: Hashable, Sendable, Codable {
  case null
  case bool(Bool)
  case integer(Int64)
  case string(String)
  case timestamp(Timestamp)
  case day(CalendarDay)
  case alarm(Alarm)
}

/// The fields of a record by name. A name that is absent was not mentioned; a cleared one is `.null`.
public typealias RecordFields = [String: FieldValue]
