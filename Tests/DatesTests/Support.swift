import XCTest

@testable import Dates

/// A day or time as it is written in iCalendar's manner, in a zone if one is named: `2026-12-24T17:00`.
func at(_ text: String, _ zone: String? = nil, line: UInt = #line) throws -> CalendarTime {
  let zone = try zone.map { try XCTUnwrap(ZoneName($0), $0, line: line) }
  return try XCTUnwrap(CalendarTime(iso8601: text, zone: zone), text, line: line)
}

/// A moment, as the clocks of a zone show it.
func moment(_ text: String, _ zone: String = "UTC", line: UInt = #line) throws -> Timestamp {
  try at(text, zone, line: line).moment(local: .utc)
}

func rules(_ zone: String, line: UInt = #line) throws -> ZoneRules {
  try XCTUnwrap(ZoneName(zone).flatMap { ZoneRules($0) }, zone, line: line)
}
