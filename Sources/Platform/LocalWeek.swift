import Glibc

/// What the user's locale says about weeks.
package enum LocalWeek {
  /// The first day of a week, 1 for Monday to 7 for Sunday.
  package static var firstDay: Int {
    // The value is a number, not an address: it names the origin from which day 1 counts, Sunday 1997-11-30 or Monday
    // 1997-12-01 (https://sourceware.org/git/?p=glibc.git;a=blob;f=locale/langinfo.h).
    let origin = Int(bitPattern: nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY)))
    guard let first = nl_langinfo(nl_item(_NL_TIME_FIRST_WEEKDAY)),
      (1...7).contains(first.pointee)
    else { return 1 }
    let fromMonday = Int(first.pointee) - (origin == 19_971_201 ? 1 : 2)
    return (fromMonday + 7) % 7 + 1
  }
}
