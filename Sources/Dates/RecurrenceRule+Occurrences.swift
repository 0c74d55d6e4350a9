extension RecurrenceRule {
  /// The occurrences from the first one that is not before a day, in their order.
  /// - Parameters:
  ///   - anchor: the present occurrence, which begins the rule.
  ///   - first: what is earlier is left out.
  ///   - last: what is later is left out.
  ///   - most: how many are given at most.
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
