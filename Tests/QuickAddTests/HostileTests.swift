import Dates
import XCTest

@testable import QuickAdd

/// What nobody types, and somebody pastes.
final class HostileTests: XCTestCase {
  private let readers = QuickAddLanguage.allCases.map { QuickAddReader(context($0)) }

  /// Every reader gives parts that are of the text and loses nothing but them.
  private func check(_ text: String, line: UInt = #line) {
    for reader in readers {
      let reading = reader.read(text)
      assertPartsAreOfTheText(text, reading, line: line)
      if reading.parts.isEmpty {
        XCTAssertEqual(Array(reading.title.utf8), Array(text.utf8), line: line)
      }
    }
  }

  func testControlsAndDirectionMarks() {
    check("\0")
    check("tomorrow\0 call")
    check("call\0tomorrow\0")
    check("call \u{202E}tomorrow\u{202C} 5pm")
    check("\u{FEFF}tomorrow call")
    check("\r\n\r\ntomorrow\r\n5pm")
    check("call Ann\u{0085}tomorrow\u{2028}5pm")
    let reading = readers[0].read("call\0 tomorrow")
    XCTAssertEqual(summary(reading), "call\0; 2026-11-19")
  }

  func testAMarkOnALetterMakesAnotherWord() {
    check("tomorrow\u{0301} call")
    XCTAssertEqual(readers[0].read("call tomorro\u{0302}w").parts, [])
    XCTAssertEqual(readers[0].read("call 5\u{20E3}pm").parts, [])
    // A thousand marks are one letter.
    check("tomorrow" + String(repeating: "\u{0301}", count: 1000) + " call")
  }

  func testEmojiKeepTheirBytes() {
    let text = "👩‍👩‍👧‍👦 call 🇰🇷 tomorrow 🎉 #🎂"
    check(text)
    XCTAssertEqual(summary(readers[0].read(text)), "👩‍👩‍👧‍👦 call 🇰🇷 🎉; 2026-11-19; #🎂")
  }

  func testSignsAlone() {
    for text in [
      "", " ", "#", "@", "~", "/", "!", "!!!!", "##", "#-", "#/", "@@", "every", "in", "at", "!!",
      "#home", "毎", "매", "-", ":",
    ] {
      check(text)
    }
    // Nothing would be left to do.
    for text in ["!!", "#home", "tomorrow 5pm #home", "~home"] {
      XCTAssertEqual(summary(readers[0].read(text)), text)
    }
  }

  func testNumbersOfAnyLength() {
    for text in [
      "call 99999999999999999999pm", "in 99999999999999999999 days call", "call in 9999 years",
      "call in 9999 weeks",
      "call in 0 days", "every 0 days call", "every 99999 weeks call", "call at 00:00", "call 0pm",
      "call 13pm",
      "call 2026-00-00", "call 9999-12-31", "every 32nd call", "call 0 dec", "call 99999年後",
      "9999개월 후 전화", "9999ヶ月後に電話",
    ] { check(text) }
  }

  func testALongPasteIsLeftAlone() {
    let paste = String(repeating: "tomorrow 5pm every day #a ", count: 40_000)
    XCTAssertGreaterThan(paste.utf8.count, 1_000_000)
    for reader in readers { XCTAssertEqual(reader.read(paste), QuickAddReading(title: paste)) }
    let longest = String(repeating: "a", count: TypedLine.longest - 9) + " tomorrow"
    XCTAssertEqual(readers[0].read(longest).parts.count, 1)
    XCTAssertEqual(readers[0].read("a" + longest).parts, [])
  }

  func testRandomLinesOfItsOwnWords() {
    let words = [
      "tomorrow", "every", "second", "tuesday", "of the month", "at", "5", "pm", "24", "dec", "in",
      "3 days", "remind", "1h",
      "before", "#a", "@ann", "~home", "!!", ",", "(", ")", "매주", "월요일", "까지", "오후", "5시", "마다",
      "毎週", "月曜", "に", "17時", "の",
      "後", "まで", "第2", "until", "next", "to", "and", "or", "from", "except", "remind me ", "“", "”",
      "\"", "부터", "과", "빼고", "から", "と",
      "〜", "平日", "the", "15th", "on", "from now", "-", ":", "\0", "👍",
      "e\u{0301}",
    ]
    var seed: UInt64 = 14
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<8 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += words[Int(seed >> 33) % words.count] + ((seed >> 20) % 3 == 0 ? "" : " ")
      }
      check(text)
    }
  }

  func testTheZoneIsThatOfTheReader() throws {
    let reading = readers[0].read(
      "Walk every day at 5pm until 24 dec", zone: try XCTUnwrap(ZoneName("Asia/Seoul")))
    XCTAssertEqual(reading.due?.zone?.text, "Asia/Seoul")
    XCTAssertEqual(reading.recurrence?.text, "FREQ=DAILY;UNTIL=20261224T145959Z")
  }

  func testMadeTextAgainStaysText() {
    let text = "Meet Ann at 10:30 tomorrow"
    XCTAssertEqual(
      summary(readers[0].read(text, asText: ["at 10:30"])), "Meet Ann at 10:30; 2026-11-19")
    XCTAssertEqual(summary(readers[0].read(text, asText: ["at 10:30", "tomorrow"])), text)
    // It stays text while the rest is typed.
    XCTAssertEqual(
      summary(readers[0].read("Today: " + text + " !!", asText: ["at 10:30"])),
      "Today: Meet Ann at 10:30; 2026-11-19; !!")
    XCTAssertEqual(
      summary(readers[0].read("cake tomorrow !!", asText: ["!!"])), "cake !!; 2026-11-19")
    XCTAssertEqual(summary(readers[0].read("cake tomorrow!")), "cake!; 2026-11-19")
  }
}
