import Core
import Foundation
import XCTest

@testable import Sync

final class HostileCalendarTests: XCTestCase {
  private func failure(_ bytes: [UInt8]) -> CalendarFailure? {
    do throws(CalendarFailure) {
      _ = try CalendarResource(reading: bytes).todos(user: "alice")
      return nil
    } catch {
      return error
    }
  }

  private func failure(_ text: String) -> CalendarFailure? { failure(Array(text.utf8)) }

  func testWhyATextIsNotRead() {
    let head = "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n"
    let tail = "END:VTODO\r\nEND:VCALENDAR\r\n"
    XCTAssertEqual(failure(""), .noCalendar)
    XCTAssertEqual(failure("\r\n\r\n"), .noCalendar)
    XCTAssertEqual(failure("<html></html>"), .noCalendar)
    XCTAssertEqual(failure("BEGIN:VCARD\r\nEND:VCARD\r\n"), .noCalendar)
    XCTAssertEqual(failure("END:VCALENDAR\r\n"), .noCalendar)
    XCTAssertEqual(failure("BEGIN:VCALENDAR\rVERSION:2.0\rEND:VCALENDAR\r"), .noCalendar)
    XCTAssertEqual(failure(head + "SUMMARY:a\u{0}b\r\n" + tail), .containsNUL(line: 3))
    XCTAssertEqual(
      failure(Array((head + "SUMMARY:x\r\nX:").utf8) + [0xE9] + Array(("\r\n" + tail).utf8)),
      .notUTF8(line: 4))
    XCTAssertEqual(failure(head), .unbalanced(line: 2))
    XCTAssertEqual(failure(head + "END:VCALENDAR\r\n"), .unbalanced(line: 3))
    XCTAssertEqual(failure(head + tail + "END:VCALENDAR\r\n"), .unbalanced(line: 5))
    let deep = String(repeating: "BEGIN:X\r\n", count: 1000)
    XCTAssertEqual(failure("BEGIN:VCALENDAR\r\n" + deep), .tooDeep(line: 9))
    let long = String(repeating: "X:1\r\n", count: CalendarLimits.lines)
    XCTAssertEqual(failure(head + long + tail), .tooManyLines)
    XCTAssertEqual(failure([UInt8](repeating: 0x41, count: CalendarLimits.bytes + 1)), .tooLarge)
  }

  func testAMegabyteOfNotes() throws {
    let notes = String(repeating: "줄, 하나; 둘 \\ abc\n", count: 50_000)
    XCTAssertGreaterThan(notes.utf8.count, 1_000_000)
    let resource = CalendarResource.new(
      uid: "u", [Todo.Field.content: .string("a"), Todo.Field.notes: .string(notes)],
      at: Timestamp(milliseconds: 0), user: "")
    let read = try CalendarResource(reading: resource.text)
    XCTAssertEqual(read.todos(user: "").first?.fields[Todo.Field.notes], .string(notes))
    // Nobody has to fold.
    let flat = resource.text.replacingOccurrences(of: "\r\n ", with: "")
    let unfolded = try CalendarResource(reading: flat)
    XCTAssertEqual(unfolded.todos(user: "").first?.fields[Todo.Field.notes], .string(notes))
    let edited = try read.changing(
      "u", to: [Todo.Field.content: .string("b")], at: Timestamp(milliseconds: 0), user: "")
    XCTAssertEqual(edited.todos(user: "").first?.fields[Todo.Field.notes], .string(notes))
  }

  func testTooManyMembersAreNotRead() throws {
    let tags = (0..<1000).map { "t\($0)" }.joined(separator: ",")
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:u
      SUMMARY:s
      CATEGORIES:\(tags)
      CATEGORIES:\(String(repeating: "x,", count: 500_000))
      END:VTODO
      END:VCALENDAR
      """
    let resource = try CalendarResource(reading: text)
    XCTAssertEqual(resource.todos(user: "").first?.fields[Todo.Field.tags], .set([]))
    let edited = try resource.changing(
      "u", to: [Todo.Field.content: .string("t")], at: Timestamp(milliseconds: 0), user: "")
    XCTAssertTrue(edited.text.contains("CATEGORIES:t0,t1,"))
  }

  /// What takes long if each part is compared with each other one.
  func testManyPartsTakeNoTime() throws {
    func resource(_ body: String, _ beside: String = "") throws -> CalendarResource {
      try CalendarResource(
        reading:
          "BEGIN:VCALENDAR\n\(beside)BEGIN:VTODO\nUID:u\nSUMMARY:s\n\(body)END:VTODO\nEND:VCALENDAR\n"
      )
    }
    let days = (0..<20_000).map {
      CalendarTime(day: CalendarDay.first.adding(days: 730_000 + $0)).iCalendar
    }
    let left = stride(from: 0, to: days.count, by: 400)
      .map { "EXDATE;VALUE=DATE:" + days[$0..<($0 + 400)].joined(separator: ",") + "\n" }.joined()
    let excluded = try resource("DTSTART;VALUE=DATE:\(days[0])\nRRULE:FREQ=DAILY\n" + left)
    guard case .time(let start)? = excluded.todos(user: "").first?.fields[Todo.Field.start] else {
      return XCTFail("no start")
    }
    XCTAssertEqual(start.iCalendar, days[CalendarLimits.exceptions])
    let alarms = (0..<12_000).map {
      "BEGIN:VALARM\nUID:\($0)\nRELATED-TO;RELTYPE=SNOOZE:\($0 + 1)\nTRIGGER:19980403T120000Z\nEND:VALARM\n"
    }
    XCTAssertEqual(
      try resource(alarms.joined()).todos(user: "").first?.fields[Todo.Field.snoozes], .set([]))
    let todos = (0..<12_000).map { "BEGIN:VTODO\nUID:\($0)\nEND:VTODO\n" }
    XCTAssertEqual(try resource("", todos.joined()).todos(user: "").count, 12_001)
  }

  /// Texts cut off and damaged anywhere are read or refused, and what is read can be changed.
  func testDamagedTexts() throws {
    var random = SystemRandom(state: 7)
    for name in try CalendarFixture.names() {
      let bytes = try CalendarFixture.bytes(name)
      for _ in 0..<20 {
        var damaged = Array(bytes[..<Int.random(in: 0...bytes.count, using: &random)])
        if Bool.random(using: &random) { damaged = bytes }
        for _ in 0..<Int.random(in: 0...4, using: &random) where !damaged.isEmpty {
          let place = Int.random(in: 0..<damaged.count, using: &random)
          let byte = [0x0A, 0x20, 0x3A, 0x3B, 0x22, 0x2C, 0x5C, 0x50, 0x80, 0x39]
            .randomElement(using: &random)
          damaged[place] = UInt8(byte ?? 0x41)
        }
        guard let resource = try? CalendarResource(reading: damaged) else { continue }
        for todo in resource.todos(user: "alice") {
          let edited = try resource.changing(
            todo.uid, to: [Todo.Field.content: .string("changed")],
            at: Timestamp(milliseconds: 0), user: "alice")
          let again = try CalendarResource(reading: edited.text).todos(user: "alice")
          XCTAssertEqual(
            again.first { $0.uid == todo.uid }?.fields[Todo.Field.content], .string("changed"))
        }
      }
    }
  }
}

private struct SystemRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
