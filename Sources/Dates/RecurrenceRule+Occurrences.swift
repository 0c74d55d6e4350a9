extension RecurrenceRule {
  /// The occurrences in their order, limited to some days and to a number.
  /// - Parameters:
  ///   - anchor: the present occurrence, which begins the rule.
  ///   - first: occurrences before this day are left out.
  ///   - last: occurrences after this day are left out.
  ///   - most: the most occurrences that are returned.
  /// - Throws: ``RecurrenceError``.
  public func occurrences(
    from anchor: CalendarTime, first: CalendarDay? = nil, last: CalendarDay? = nil, most: Int,
    local: ZoneRules
  ) throws(RecurrenceError) -> [CalendarTime] {
    let occurrences = try Occurrences(of: pattern(), from: anchor, local: local)
    var found: [CalendarTime] = []
    while found.count < most, let next = try occurrences.next() {
      if let last, next.day > last { break }
      if first.map({ next.day >= $0 }) ?? true { found.append(next) }
    }
    return found
  }
}
