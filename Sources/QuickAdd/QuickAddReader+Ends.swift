import Dates

extension QuickAddReader {
  /// Turns a part such as “until” with a day into the end of the repeat in the same line.
  ///
  /// A repeat itself includes an end that directly follows it. This handles the other cases: “Run every day starting
  /// tomorrow until 31 dec”, 매일 운동 12월 31일까지. A day before the first occurrence ends nothing and remains the due day.
  func withEnds(_ found: [QuickAddPart]) -> [QuickAddPart] {
    guard found.count > 1, let place = found.lastIndex(where: \.isUntil),
      case .due(let last?, nil) = found[place].meaning,
      var recurrence = PartChoice.recurrence(of: found), recurrence.pattern.end == .never
    else { return found }
    var first: CalendarDay?
    var time = recurrence.time
    for (index, part) in found.enumerated() where index != place {
      switch part.meaning {
      case .start(let day): first = first ?? day
      case .due(let day, let clock):
        first = day ?? first
        time = clock ?? time
      default: break
      }
    }
    let rule = RecurrenceRule(recurrence.pattern)
    guard last >= first ?? firstDay(of: rule, time: time) else { return found }
    recurrence.pattern.end = .until(CalendarTime(day: last))
    var parts = found
    parts[place] = QuickAddPart(
      range: found[place].range, text: found[place].text, meaning: .recurrence(recurrence))
    return parts
  }
}

extension QuickAddPart {
  /// Whether the words name the end of a repeat, or a deadline if nothing repeats.
  fileprivate var isUntil: Bool {
    if text.hasSuffix("까지") || text.hasSuffix("まで") { return true }
    let word = text.prefix { $0.isLetter }.lowercased()
    return word == "until" || word == "till"
  }
}

extension QuickAddRecurrence {
  /// Whether two repeats differ only in that one of them has an end.
  func isSame(butForEndOf other: QuickAddRecurrence) -> Bool {
    var (one, two) = (self, other)
    guard (one.pattern.end == .never) != (two.pattern.end == .never) else { return false }
    (one.pattern.end, two.pattern.end) = (.never, .never)
    return one == two
  }
}
