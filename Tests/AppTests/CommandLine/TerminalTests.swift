import XCTest

@testable import App

final class TerminalTests: XCTestCase {
  func testPlainTextStays() {
    for text in ["", "Buy milk", "“ß” 한국어 👩‍👩‍👧 é", "50 % \\ off", "שלום"] {
      XCTAssertEqual(Terminal.plain(text), text)
    }
  }

  func testNothingThatATerminalObeysIsLeft() {
    XCTAssertEqual(Terminal.plain("a\u{1B}[31mb\u{7}"), "a [31mb ")
    XCTAssertEqual(
      Terminal.plain("one\r\ntwo\n\nthree\tfour\u{2028}five"), "one two three four five")
    XCTAssertEqual(Terminal.plain("\u{9B}2J"), " 2J")
    XCTAssertEqual(Terminal.plain("a\u{202E}b\u{2066}c"), "abc")
  }
}
