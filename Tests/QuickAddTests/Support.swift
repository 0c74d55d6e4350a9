import Dates
import XCTest

@testable import QuickAdd

/// Wednesday, 18 November 2026, ten o'clock.
func context(_ language: QuickAddLanguage = .english) -> QuickAddContext {
  QuickAddContext(
    today: CalendarDay(year: 2026, month: 11, day: 18) ?? .first,
    now: TimeOfDay(secondsOfDay: 36_000),
    language: language, lists: ["Home", "Work", "Big Plans", "집안일", "買い物"],
    tags: ["Errand", "집", "家"], people: ["Ann", "Ann Smith", "철수", "田中"])
}

/// A table of phrases: what is typed, an arrow, and what it says. A line without an arrow is left alone.
func check(
  _ table: String, _ language: QuickAddLanguage, atLeast count: Int, file: StaticString = #filePath
) {
  let reader = QuickAddReader(context(language))
  var lines = 0
  var alone = 0
  for line in table.split(separator: "\n") where !line.hasPrefix("--") {
    let sides = line.components(separatedBy: " → ")
    lines += 1
    if sides.count == 1 { alone += 1 }
    let reading = reader.read(sides[0])
    XCTAssertEqual(
      summary(reading), sides.count == 2 ? sides[1] : sides[0], "\(sides[0])", file: file)
    assertPartsAreOfTheText(sides[0], reading, file: file)
    assertNothingHangs(reading, file: file)
  }
  print("\(language.rawValue): \(lines) phrases, \(alone) of them left alone")
  XCTAssertGreaterThanOrEqual(lines, count, file: file)
}

/// The parts stand in the text where they say, in their order.
func assertPartsAreOfTheText(
  _ text: String, _ reading: QuickAddReading, file: StaticString = #filePath, line: UInt = #line
) {
  let utf8 = Array(text.utf8)
  var end = 0
  for part in reading.parts {
    XCTAssertGreaterThanOrEqual(part.range.lowerBound, end, text, file: file, line: line)
    end = part.range.upperBound
    XCTAssertEqual(Array(part.text.utf8), Array(utf8[part.range]), text, file: file, line: line)
  }
}

/// A title does not begin or end with a word that belonged to what is gone.
private func assertNothingHangs(_ reading: QuickAddReading, file: StaticString) {
  guard !reading.parts.isEmpty else { return }
  let english: Set<Substring> = [
    "to", "from", "except", "excluding", "last", "second", "until", "till", "and", "or", "for",
    "around",
    "before", "after", "than", "of", "between", "at", "by",
  ]
  let words = reading.title.lowercased().split(separator: " ")
  let korean: Set<Substring> = [
    "에", "까지", "부터", "전까지", "전에", "이전에", "빼고", "제외하고", "지난", "마지막", "또는", "와", "과", "(목)",
  ]
  for word in [words.first, words.last].compactMap(\.self) {
    XCTAssertFalse(english.contains(word) || korean.contains(word), reading.title, file: file)
  }
  let title = Array(reading.title)
  for sign in ["が", "か", "を", "と", "や", "の", "に", "で", "から", "まで", "以外"]
  where reading.title.hasPrefix(sign) && title.count > sign.count {
    // かばん and とうふ are words.
    let isHiragana = title[sign.count].unicodeScalars.first.map {
      (0x3041...0x309F).contains($0.value)
    }
    XCTAssertEqual(isHiragana, true, reading.title, file: file)
  }
  for sign in ["の", "お", "と", "か", "から"] {
    XCTAssertFalse(reading.title.hasSuffix(sign), reading.title, file: file)
  }
}

/// A reading in one line: title; due; start; rule; reminders; priority; tags; person; list.
func summary(_ reading: QuickAddReading) -> String {
  var words = [reading.title]
  if let due = reading.due { words.append(due.iso8601) }
  if let start = reading.start { words.append("from \(start.iso8601)") }
  if let rule = reading.recurrence {
    words.append(
      rule.text.replacingOccurrences(of: "FREQ=", with: "")
        + (rule.isFromCompletion ? " when done" : ""))
  }
  for reminder in reading.reminders {
    switch reminder {
    case .before(let minutes): words.append("rings \(minutes) before")
    case .at(let day, let time):
      words.append("rings \(day.map { $0.iso8601 + " " } ?? "")\(time.iso8601)")
    }
  }
  if let priority = reading.priority {
    words.append(String(repeating: "!", count: priority.rawValue))
  }
  words += reading.tags.map { "#\($0)" }
  if let person = reading.person { words.append("@\(context().people[person].names[0])") }
  if let list = reading.list { words.append("~\(context().lists[list].name)") }
  return words.joined(separator: "; ")
}
