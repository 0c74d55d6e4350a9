import Basics
import Core

/// The preferred date format of HTTP, for example `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110
/// §5.6.7). The two obsolete formats of that section are not accepted.
enum HTTPDate {
  private static let dayNames: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let monthNames: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Nil for any other text and for days that do not exist.
  static func parse(_ text: String) -> Timestamp? {
    DigitReader.read(text) { reader in
      guard dayNames.contains(where: { reader.take($0) }), reader.take(", "),
        let day = reader.number(digits: 2), reader.take(" "),
        let month = monthNames.firstIndex(where: { reader.take($0) }), reader.take(" "),
        let year = reader.number(digits: 4), reader.take(" "),
        let hour = reader.number(digits: 2), reader.take(":"),
        let minute = reader.number(digits: 2), reader.take(":"),
        let second = reader.number(digits: 2), reader.take(" GMT"), reader.isAtEnd,
        let calendarDay = CalendarDay(year: year, month: month + 1, day: day)
      else { return nil }
      return UTCDateTime(day: calendarDay, hour: hour, minute: minute, second: second)?.timestamp
    }
  }
}
