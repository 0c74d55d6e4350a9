import Dates

/// Recognises the parts of typed lines: “Call Ann tomorrow 5pm !! #home every week”.
///
/// Create one when the known names change, and use it on every keystroke. The time it takes grows with the length of
/// the line. Nothing is recognised in lines of more than 1500 bytes.
package struct QuickAddReader: Sendable {
  private var days: DayMath
  let context: QuickAddContext
  let marks: Marks
  private let grammars: [any Grammar]

  package init(_ context: QuickAddContext) {
    self.context = context
    days = DayMath(today: context.today, now: context.now, weekStart: context.weekStart)
    marks = Marks(context)
    grammars =
      switch context.language {
      case .english: [English(), NumericGrammar()]
      case .korean: [Korean(), English(), NumericGrammar()]
      case .japanese: [Japanese(), English(), NumericGrammar()]
      }
  }

  /// Sets the current time.
  package mutating func setNow(_ now: TimeOfDay, today: CalendarDay) {
    days = DayMath(today: today, now: now, weekStart: days.weekStart)
  }

  /// - Parameters:
  ///   - text: the typed line.
  ///   - asText: parts that the user has reverted to text, as typed.
  ///   - lists: the lists that the user has chosen for marks whose name several lists have, by mark and name as typed.
  ///   - zone: the zone for a time; nil makes it floating.
  package func read(
    _ text: String, asText: Set<String> = [], lists: [String: Int] = [:], zone: ZoneName? = nil
  ) -> QuickAddReading {
    guard text.utf8.count <= TypedLine.longest else { return QuickAddReading(title: text) }
    let line = TypedLine(text)
    let utf8 = Array(text.utf8)
    func typed(_ characters: Range<Int>) -> String {
      String(
        decoding: utf8[line.offsets[characters.lowerBound]..<line.offsets[characters.upperBound]],
        as: UTF8.self)
    }

    var found: [AdjacentWordFilter.Place] = []
    var place = 0
    var quotes = Quotes()
    while place < line.count {
      if let end = quotes.end(line, at: place) {
        place = end
        continue
      }
      guard let match = match(line, at: place, lists: lists, typed: typed) else {
        place += 1
        continue
      }
      let text = typed(place..<match.end)
      if !asText.contains(text) {
        let range = line.offsets[place]..<line.offsets[match.end]
        found.append(
          (place..<match.end, QuickAddPart(range: range, text: text, meaning: match.meaning)))
      }
      place = max(match.end, place + 1)
    }
    let remaining = AdjacentWordFilter(line: line, language: context.language).remaining(found)
    let chosen = PartChoice(withEnds(remaining), in: utf8).parts
    let title = QuickAddReader.title(of: utf8, without: chosen)
    // “Tomorrow” alone is the title, not the due date.
    guard !title.isEmpty else { return QuickAddReading(title: text) }
    guard let ambiguous = chosen.first(where: \.isAmbiguousList) else {
      return meaning(of: chosen, title: title, zone: zone)
    }
    // Typing must not choose one of several lists, so the mark stays in the title.
    let clear = chosen.filter { $0 != ambiguous }
    var reading = meaning(
      of: clear, title: QuickAddReader.title(of: utf8, without: clear), zone: zone)
    reading.ambiguousList = ambiguous
    return reading
  }

  /// Whether a mark with its name, as typed, is in a text as a whole word.
  package static func contains(_ mark: String, in text: String) -> Bool {
    let (line, typed, wanted) = (TypedLine(text), Array(text), Array(mark))
    return typed.indices.contains { place in
      typed[place...].starts(with: wanted) && Marks.isAlone(before: place, in: line)
        && Marks.isWhole(line, to: place + wanted.count)
    }
  }

  /// The known tag for a tag typed on its own; nil for a new tag.
  package func knownTag(_ typed: String) -> String? { marks.tags.known(typed) }

  private func match(
    _ line: TypedLine, at place: Int, lists: [String: Int], typed: (Range<Int>) -> String
  ) -> PhraseMatch? {
    if let mark = marks.match(line, at: place, chosen: lists, text: typed) { return mark }
    var best: PhraseMatch?
    for grammar in grammars {
      if let match = grammar.match(line, at: place, days), match.end > best?.end ?? place {
        best = match
      }
    }
    return best
  }

  private func meaning(of parts: [QuickAddPart], title: String, zone: ZoneName?) -> QuickAddReading
  {
    var reading = QuickAddReading(parts: parts, title: title)
    var day: CalendarDay?
    var time: TimeOfDay?
    var repeats: QuickAddRecurrence?
    for part in parts {
      switch part.meaning {
      case .due(let named, let clock):
        day = named ?? day
        time = clock ?? time
      case .start(let named): reading.start = CalendarTime(day: named)
      case .recurrence(let recurrence):
        if repeats == nil || recurrence.pattern.end != .never { repeats = recurrence }
      case .reminder(let reminder): reading.reminders.append(reminder)
      case .priority(let priority): reading.priority = priority
      case .tag(let tag): if !reading.tags.contains(tag) { reading.tags.append(tag) }
      case .person(let person): reading.person = person
      case .list(let lists): reading.list = lists.first
      }
    }
    // “from Monday to Friday” ends on the Friday after that Monday.
    if let due = day, let start = reading.start?.day, due < start, start.ordinal - due.ordinal < 7 {
      day = due.adding(days: 7)
    }
    time = time ?? repeats?.time
    if var repeats {
      let recurrence = RecurrenceRule(repeats.pattern, isFromCompletion: repeats.isFromCompletion)
      // With a repeat, the named start is the first occurrence.
      if day == nil, let start = reading.start {
        day = start.day
        reading.start = nil
      }
      if repeats.pattern.frequency.isWithinDay, time == nil {
        // “every two hours” begins in two hours.
        let minutes = repeats.pattern.frequency == .hourly ? 60 : 1
        let first = days.moment(after: day == nil ? repeats.pattern.interval * minutes : 0)
        (day, time) = (day ?? first.day, first.time)
      }
      let first = day ?? firstDay(of: recurrence, time: time)
      day = first
      if case .until(let last) = repeats.pattern.end, let time {
        repeats.pattern.end(on: last.day, from: CalendarTime(day: first, time: time, zone: zone))
      }
      reading.recurrence = RecurrenceRule(
        repeats.pattern, isFromCompletion: repeats.isFromCompletion)
    }
    if day == nil, let time { day = time > days.now ? days.today : days.day(in: 1) }
    // The midnight at the beginning of today is over.
    if repeats == nil, day == days.today, time == .midnight { day = days.day(in: 1) }
    reading.due = day.map { day in
      time.map { CalendarTime(day: day, time: $0, zone: zone) } ?? CalendarTime(day: day)
    }
    return reading
  }

  /// The first day that matches a rule, from today on, or from tomorrow if today's time has passed.
  func firstDay(of rule: RecurrenceRule, time: TimeOfDay?) -> CalendarDay {
    let first = time.map { $0 <= days.now } == true ? days.day(in: 1) : days.today
    // “every second Tuesday” begins with the next Tuesday, even if this week is half over.
    guard var pattern = try? rule.pattern() else { return first }
    pattern.interval = 1
    let found = try? RecurrenceRule(pattern)
      .occurrences(from: CalendarTime(day: first), most: 1, local: .utc).first
    return found?.day ?? first
  }

  /// The text around the parts. Spaces that joined the parts to it are removed, and so is a comma before the end.
  private static func title(of utf8: [UInt8], without parts: [QuickAddPart]) -> String {
    var pieces: [String] = []
    var start = 0
    for part in parts {
      pieces.append(String(decoding: utf8[start..<part.range.lowerBound], as: UTF8.self))
      start = part.range.upperBound
    }
    pieces.append(String(decoding: utf8[start...], as: UTF8.self))
    guard parts.count > 0 else { return pieces[0] }
    var title = ""
    for piece in pieces {
      var text = piece[...]
      let isApart = text.first?.isWhitespace == true
      while let last = text.last, last.isWhitespace { text.removeLast() }
      while let first = text.first, first.isWhitespace { text.removeFirst() }
      guard !text.isEmpty else { continue }
      // Brackets that contained only a part are removed too.
      if let opening = title.last, let closing = brackets[opening], text.first == closing {
        title.removeLast()
        text.removeFirst()
        while let last = title.last, last.isWhitespace { title.removeLast() }
      }
      // Two commas around a removed part become one.
      if title.last == ",", text.first == "," { text = text.dropFirst().drop { $0.isWhitespace } }
      // Punctuation is joined to the word before it, unless the user typed a space between them.
      let joins =
        title.isEmpty || !isApart && text.first.map { ",.;:!?)、。".contains($0) } == true
      title += joins ? String(text) : separator(title, text) + text
    }
    while let last = title.last, ",;:、，".contains(last) || last.isWhitespace { title.removeLast() }
    while let first = title.first, ",;:、，.".contains(first) || first.isWhitespace {
      title.removeFirst()
    }
    return title
  }

  private static let brackets: [Character: Character] = [
    "(": ")", "（": "）", "[": "]", "［": "］", "【": "】",
  ]

  /// A space, except between Japanese words.
  private static func separator(_ before: String, _ after: Substring) -> String {
    guard let last = before.last, let first = after.first else { return "" }
    func isJapanese(_ character: Character) -> Bool {
      character.isEastAsian
        && !(character.unicodeScalars.first.map { (0xAC00...0xD7FF).contains($0.value) } ?? false)
    }
    return isJapanese(last) && isJapanese(first) ? "" : " "
  }
}
