/// Reverts recognised parts to text because of the words beside them: “Last friday”, “dec 3 to dec 5”, 월요일 빼고, 月曜が好き.
///
/// If such a part were taken out, the title would begin or end with a dangling word, and mostly something else is meant
/// anyway. The words are a closed list for each language.
struct AdjacentWordFilter {
  let line: TypedLine
  let language: QuickAddLanguage

  /// A part with the range of its characters.
  typealias Place = (characters: Range<Int>, part: QuickAddPart)

  /// The parts that remain parts.
  func remaining(_ found: [Place]) -> [QuickAddPart] {
    let repeats = found.contains { if case .recurrence = $0.part.meaning { true } else { false } }
    var isText = found.indices.map { index in
      // “From dec 3” is the beginning of a trip, for example; only with a repeat is it the start of the to-do.
      if !repeats, case .start = found[index].part.meaning, isFrom(found[index].characters) {
        return true
      }
      let characters = found[index].characters
      let next = index + 1 < found.count ? found[index + 1].characters.lowerBound : line.count
      return found[index].part.kind != nil
        && (isBound(before: characters) || isBound(after: characters, next: next))
    }
    for run in runs(of: found) {
      if let first = purpose(run, in: found) {
        for index in first..<run.parts.upperBound { isText[index] = true }
      }
      // “tomorrow 8am and 8pm” has two times. A time that goes with one of two days must not be taken for today.
      for index in run.parts where found[index].part.kind != .repetition {
        let isTime = found[index].part.kind == .time
        if run.joinsDays || (run.joinsTimes && isTime) { isText[index] = true }
      }
      for index in run.parts.dropFirst() where isText[index - 1] {
        let (one, other) = (found[index - 1].part.kind, found[index].part.kind)
        if one == .day, other == .time, isBlank(gap(before: index, in: found)) {
          isText[index] = true
        }
      }
    }
    return found.indices.filter { !isText[$0] }.map { found[$0].part }
  }

  /// Adjacent parts, with nothing or joining words between them.
  private struct Run {
    var parts: Range<Int>
    var joinsDays = false
    var joinsTimes = false
  }

  private func runs(of found: [Place]) -> [Run] {
    var runs: [Run] = []
    for index in found.indices {
      guard let kind = found[index].part.kind else { continue }
      guard var run = runs.last, run.parts.upperBound == index,
        let before = found[index - 1].part.kind
      else {
        runs.append(Run(parts: index..<index + 1))
        continue
      }
      let gap = gap(before: index, in: found)
      let isJoined = joins(gap, isSame: kind == before)
      let isStretch = kind == .time && before == .time && begins(found[index - 1].part)
      if isJoined || (isBlank(gap) && isStretch), kind != .repetition, before != .repetition {
        if kind == .time, before == .time { run.joinsTimes = true } else { run.joinsDays = true }
      }
      if isJoined || isBlank(gap) {
        run.parts = run.parts.lowerBound..<index + 1
        runs[runs.count - 1] = run
      } else {
        runs.append(Run(parts: index..<index + 1))
      }
    }
    return runs
  }

  /// The index of the first part of a run that says which thing is meant, not when: “tickets for 7pm show”, “drinks for
  /// Friday evening party”. At the beginning of a line, “for” does say when: “For Friday buy milk”.
  private func purpose(_ run: Run, in found: [Place]) -> Int? {
    guard let last = run.parts.last, found[last].part.kind != .repetition,
      isBeforeNoun(found[last].characters)
    else { return nil }
    return run.parts.first { index in
      let start = found[index].characters.lowerBound
      var cursor = LineCursor(line: line, place: start)
      return English.purposes.contains(cursor.word()) && !isBlank(0..<start)
    }
  }

  /// Whether a word follows directly that does not begin another phrase.
  private func isBeforeNoun(_ part: Range<Int>) -> Bool {
    var cursor = LineCursor(line: line, place: part.upperBound)
    guard cursor.spaces(), cursor.character?.isLatin == true else { return false }
    return !English.beginnings.contains(cursor.word())
  }

  private func gap(before index: Int, in found: [Place]) -> Range<Int> {
    found[index - 1].characters.upperBound..<found[index].characters.lowerBound
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    line.characters[range].allSatisfy { $0 == " " }
  }

  /// Whether a time begins a range if another time follows: 9時から10時まで. Two days become the start and the due date
  /// instead.
  private func begins(_ part: QuickAddPart) -> Bool {
    part.text.hasSuffix("から") || part.text.hasSuffix("부터")
  }

  /// Whether only joining words are between two parts. Between two days, commas and weekdays count as joining too:
  /// “mon, wed, fri”.
  private func joins(_ gap: Range<Int>, isSame: Bool) -> Bool {
    guard gap.count <= 40, !isBlank(gap) else { return false }
    var words = 0
    var isJoined = false
    for word in line.characters[gap].split(whereSeparator: { $0 == " " || $0.isComma }) {
      words += 1
      let word = String(word)
      if AdjacentWordFilter.joining.contains(word) {
        isJoined = true
      } else if !isSame || English.weekdays[word] == nil {
        return false
      }
    }
    let hasComma = line.characters[gap].contains { $0.isComma }
    return isJoined || (isSame && (words > 0 || hasComma))
  }

  /// Whether the words before a part revert it to text.
  private func isBound(before part: Range<Int>) -> Bool {
    let start = part.lowerBound
    if line[start - 1] == " ", let word = word(before: start - 1) {
      if AdjacentWordFilter.before.contains(word) { return true }
      if AdjacentWordFilter.beforeNames.contains(word) || word.isOrdinal {
        var name = LineCursor(line: line, place: start)
        let first = name.word()
        if English.weekdays[first] != nil || English.months[first] != nil { return true }
      }
      // “sat and fri”: “sat” is a weekday only beside another one.
      if ["and", "or", "to", "&"].contains(word),
        let first = self.word(before: start - 2 - word.count), English.weekdays[first] != nil
      {
        return true
      }
    }
    switch language {
    case .english: return false
    case .korean: return line[start - 1] == " " && Korean.before.end(line, before: start - 1)
    case .japanese: return Japanese.before.end(line, before: start)
    }
  }

  /// Whether the words after a part revert it to text.
  /// - Parameter next: the position where the next part begins.
  private func isBound(after part: Range<Int>, next: Int) -> Bool {
    var cursor = LineCursor(line: line, place: part.upperBound)
    switch language {
    case .english: break
    case .korean:
      var word = cursor
      word.spaces()
      if Korean.after.take(&word), Korean.isAtEndOfWord(word) { return true }
    case .japanese: if Japanese.isBound(cursor) { return true }
    }
    let hasComma = cursor.character == ","
    if hasComma { cursor.place += 1 }
    guard cursor.spaces() else { return "~〜–".contains(cursor.character ?? " ") }
    guard cursor.place != next else { return false }
    guard let character = cursor.character, !character.isEastAsian else { return false }
    let word = cursor.word()
    if AdjacentWordFilter.after.contains(word) { return !hasComma }
    if hasComma, word.isEmpty || English.weekdays[word] != nil {
      return !word.isEmpty && isWeekday(part) && English.unclear.contains(word)
    }
    guard AdjacentWordFilter.joining.contains(word) || "&–-~〜".contains(character) else {
      return false
    }
    if word.isEmpty { cursor.place += 1 }
    guard cursor.spaces() else { return false }
    // “dec 3 to 5”, “5pm - 6”, “fri and sat”.
    if cursor.character?.isDigit == true { return word != "and" && word != "or" }
    return isWeekday(part) && English.unclear.contains(cursor.word())
  }

  private func isWeekday(_ part: Range<Int>) -> Bool {
    var cursor = LineCursor(line: line, place: part.lowerBound)
    return English.weekdays[cursor.word()] != nil
  }

  private func isFrom(_ part: Range<Int>) -> Bool {
    var cursor = LineCursor(line: line, place: part.lowerBound)
    return cursor.word() == "from"
  }

  /// The word of Latin letters and digits that ends at a position.
  private func word(before end: Int) -> String? {
    var start = end
    while let character = line[start - 1], end - start < 16,
      character.continuesWord || character == "&"
    {
      start -= 1
    }
    return start < end ? String(line.characters[start..<end]) : nil
  }
}

extension QuickAddPart {
  fileprivate enum Kind { case day, time, repetition }

  /// What the part says about time; nil if it says nothing about it.
  fileprivate var kind: Kind? {
    switch meaning {
    case .due(_?, _), .start: .day
    case .due(nil, _): .time
    case .recurrence, .reminder: .repetition
    case .priority, .tag, .person, .list: nil
    }
  }
}

extension String {
  /// 1st, 2nd, 3rd, 4th.
  fileprivate var isOrdinal: Bool {
    first?.isNumber == true && ["st", "nd", "rd", "th"].contains { hasSuffix($0) }
  }
}

extension Character {
  fileprivate var isComma: Bool {
    self == "," || self == "、" || self == "，" || self == "/"
  }
}
