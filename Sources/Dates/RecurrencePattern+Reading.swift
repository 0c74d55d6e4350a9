extension RecurrencePattern {
  /// The longest rule that is read, in UTF-8 bytes. Rules that people make have 20 to 100.
  static let longest = 4096
  /// The longest list in a rule, each value counted once: every day of a year.
  static let longestList = 385

  /// Reads an RRULE as RFC 5545 §3.3.10 writes it, with names and values in any case.
  /// - Throws: ``RecurrenceError/unreadable`` and ``RecurrenceError/unsupported``.
  public init(reading text: String) throws(RecurrenceError) {
    guard text.utf8.count <= RecurrencePattern.longest else { throw .unsupported }
    var parts: [String: Substring] = [:]
    for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
      // Some programs end a rule with a semicolon.
      if part.isEmpty { continue }
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, parts.updateValue(sides[1], forKey: String(sides[0])) == nil else {
        throw .unreadable
      }
    }
    guard
      let frequency = parts.removeValue(forKey: "FREQ").flatMap({ Frequency(rawValue: String($0)) })
    else { throw .unreadable }

    func list(_ name: String, _ range: ClosedRange<Int>, signed: Bool = false)
      throws(RecurrenceError) -> [Int]
    {
      guard let text = parts.removeValue(forKey: name) else { return [] }
      var values: [Int] = []
      for item in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let value = Int(item),
          signed && value < 0 ? range.contains(-max(value, -1000)) : range.contains(value)
        else { throw .unreadable }
        values.append(value)
      }
      return try RecurrencePattern.limited(values)
    }

    self.init(frequency)
    if let text = parts.removeValue(forKey: "INTERVAL") {
      guard let interval = Int(text), interval >= 1 else { throw .unreadable }
      guard interval <= 32_767 else { throw .unsupported }
      self.interval = interval
    }
    let count = parts.removeValue(forKey: "COUNT")
    let until = parts.removeValue(forKey: "UNTIL")
    switch (count, until) {
    case (nil, nil): break
    case (let count?, nil):
      guard let count = Int(count), count >= 1 else { throw .unreadable }
      end = .count(count)
    case (nil, let until?):
      guard let last = CalendarTime(iCalendar: until) else { throw .unreadable }
      end = .until(last)
    case (_?, _?): throw .unreadable
    }
    if let start = parts.removeValue(forKey: "WKST") {
      guard let day = Weekday(iCalendar: start) else { throw .unreadable }
      weekStart = day
    }
    months = try list("BYMONTH", 1...12)
    monthDays = try list("BYMONTHDAY", 1...31, signed: true)
    yearDays = try list("BYYEARDAY", 1...366, signed: true)
    weekNumbers = try list("BYWEEKNO", 1...53, signed: true)
    hours = try list("BYHOUR", 0...23)
    minutes = try list("BYMINUTE", 0...59)
    seconds = try list("BYSECOND", 0...59)
    setPositions = try list("BYSETPOS", 1...366, signed: true)
    if let text = parts.removeValue(forKey: "BYDAY") {
      var days: [Day] = []
      for item in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let day = Day(text: item) else { throw .unreadable }
        days.append(day)
      }
      self.days = try RecurrencePattern.limited(days)
    }
    // What is left: RSCALE and SKIP (RFC 7529), and parts that are not known yet.
    guard parts.isEmpty else { throw .unsupported }
  }

  /// The values without duplicates, in the order of their first appearance.
  private static func limited<Value: Hashable>(_ values: [Value]) throws(RecurrenceError) -> [Value]
  {
    var seen: Set<Value> = []
    let kept = values.filter { seen.insert($0).inserted }
    guard kept.count <= longestList else { throw .unsupported }
    return kept
  }
}

extension RecurrencePattern.Day {
  fileprivate init?(text: Substring) {
    guard let weekday = Weekday(iCalendar: text.suffix(2)) else { return nil }
    let number = text.dropLast(2)
    guard !number.isEmpty else {
      self.init(weekday)
      return
    }
    guard let ordinal = Int(number), (1...53).contains(ordinal.magnitude) else { return nil }
    self.init(weekday, ordinal: ordinal)
  }
}
