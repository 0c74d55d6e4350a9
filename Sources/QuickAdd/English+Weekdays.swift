import Dates

extension English {
  /// Monday, mon and thu, Mon/Wed/Fri.
  func weekdays(_ cursor: inout LineCursor, isFrom: Bool = false) -> [Weekday]? {
    var found: [Weekday] = []
    var ahead = cursor
    while true {
      var word = ahead
      var name = word.word()
      if name.isEmpty {
        // A separator such as a comma or slash also ends a weekday.
        var letters = ""
        while let character = word.character, character.isLatin, letters.count < 12 {
          letters.append(character)
          word.place += 1
        }
        name = word.character.map { ",/&+-–".contains($0) } == true ? letters : ""
      }
      if name.last == "s", English.weekdays[name] == nil { name.removeLast() }
      guard let weekday = English.weekdays[name] else { break }
      if !found.contains(weekday) { found.append(weekday) }
      if let last = lastOfRange(&word, isFrom: isFrom) {
        for day in Weekday.from(weekday, to: last) where !found.contains(day) { found.append(day) }
      }
      cursor = word
      ahead = word
      ahead.spaces()
      if let character = ahead.character, ",/&+".contains(character) { ahead.place += 1 }
      ahead.spaces()
      var and = ahead
      if and.word() == "and" {
        and.spaces()
        ahead = and
      }
      guard ahead.place > word.place else { break }
    }
    return found.isEmpty ? nil : found
  }

  /// The end of “mon to fri”, “Mon-Fri”, “from mon until fri”.
  private func lastOfRange(_ cursor: inout LineCursor, isFrom: Bool) -> Weekday? {
    var ahead = cursor
    ahead.spaces()
    if !ahead.takeAny(["-", "–"]) {
      ahead = cursor
      guard ahead.next(isFrom ? ["to", "until", "till"] : ["to", "through", "thru"]) != nil else {
        return nil
      }
    }
    ahead.spaces()
    guard let weekday = English.weekdays[ahead.word()] else { return nil }
    cursor = ahead
    return weekday
  }

  /// every day except Sunday, every weekday except Friday.
  func exceptions(_ pattern: inout RecurrencePattern, _ cursor: inout LineCursor) {
    let isDaily = pattern.frequency == .daily && pattern.interval == 1
    guard isDaily || (pattern.frequency == .weekly && pattern.days.count > 1) else { return }
    var ahead = cursor
    guard ahead.next(["except", "excluding", "but"]) != nil else { return }
    _ = ahead.next(["on", "for", "not"])
    guard ahead.spaces() else { return }
    var plain = ahead
    var without = weekdays(&ahead)
    if without == nil, ["weekend", "weekends"].contains(plain.word()) {
      (without, ahead) = ([.saturday, .sunday], plain)
    }
    guard let without else { return }
    let all = isDaily ? Weekday.allCases.map { .init($0) } : pattern.days
    let days = all.filter { !without.contains($0.weekday) }
    guard !days.isEmpty, days.count < all.count else { return }
    (pattern.frequency, pattern.days) = (.weekly, days)
    cursor = ahead
  }
}
