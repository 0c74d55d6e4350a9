// Understands lines by hand, and measures how long it takes.
//
//   swift run optimist-quick-add ko "내일 오후 5시 앤에게 전화"      what a line says; without a line, each line of the input
//   swift run -c release optimist-quick-add --bench               microseconds for a keystroke, by the length of the line

import Dates
import Foundation
import QuickAdd

func makeReader(_ language: QuickAddLanguage, names: Int = 0) -> QuickAddReader {
  let parts = Calendar(identifier: .gregorian)
    .dateComponents([.year, .month, .day, .hour, .minute], from: Date())
  let today = CalendarDay(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
  return QuickAddReader(
    QuickAddContext(
      today: today ?? .first,
      now: TimeOfDay(hour: parts.hour ?? 0, minute: parts.minute ?? 0) ?? .midnight,
      language: language,
      lists: (["Home", "Work"] + (0..<names).map { "List \($0)" }).map { QuickAddList($0) },
      tags: (0..<names).map { "tag\($0)" }, people: ["Ann"]))
}

func show(_ text: String, _ reader: QuickAddReader) {
  let reading = reader.read(text)
  print("title       \(reading.title)")
  if let due = reading.due { print("due         \(due.iso8601)") }
  if let start = reading.start { print("start       \(start.iso8601)") }
  if let rule = reading.recurrence {
    print("recurrence  \(rule.text)\(rule.isFromCompletion ? ", from the completion" : "")")
  }
  for part in reading.parts { print("  “\(part.text)” at \(part.range): \(part.meaning)") }
}

/// The shortest time of one reading among many, in microseconds: what else runs here only adds to it.
func microseconds(_ text: String, _ reader: QuickAddReader) -> Double {
  var best = Double.infinity
  for _ in 0..<40 {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<5 { _ = reader.read(text) }
    best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 5000)
  }
  return best
}

func bench() {
  let lines: [(QuickAddLanguage, String)] = [
    (.english, "Call Ann tomorrow 5pm !! #home every week "),
    (.korean, "내일 오후 5시 앤에게 전화 !! #집 매주 "),
    (.japanese, "明日17時にアンに電話 !! #家 毎週 "), (.english, "nothing to be found in here at all, really "),
  ]
  print("µs for a keystroke      as typed   250 chars   500 chars  (500 to 250)")
  for (language, line) in lines {
    let reader = makeReader(language, names: 1000)
    let times = [line.count, 250, 500].map { count in
      microseconds(
        String(String(repeating: line, count: 500 / line.count + 2).prefix(count)), reader)
    }
    let cells = times.map { String(format: "%11.1f", $0) }.joined()
    print(
      "\(language.rawValue) (\(line.prefix(6))…)".padding(
        toLength: 22, withPad: " ", startingAt: 0), cells,
      String(format: "%8.2f", times[2] / times[1]))
  }
  let paste = String(repeating: "tomorrow ", count: 12_000)
  print(
    "\(paste.utf8.count) bytes pasted:",
    String(format: "%.1f", microseconds(paste, makeReader(.english))))
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--bench" {
  bench()
} else {
  let language = arguments.first.map { QuickAddLanguage(locale: $0) } ?? .english
  let reader = makeReader(language)
  if arguments.count > 1 {
    show(arguments.dropFirst().joined(separator: " "), reader)
  } else {
    while let line = readLine() { show(line, reader) }
  }
}
