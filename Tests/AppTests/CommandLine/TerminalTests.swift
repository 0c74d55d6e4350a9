import Basics
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TerminalTests: XCTestCase {
  func testPlainTextStays() {
    for text in ["", "Buy milk", "“ß” 한국어 👩‍👩‍👧 é", "50 % \\ off", "שלום"] {
      XCTAssertEqual(PlainText.line(text), text)
    }
  }

  func testNothingThatATerminalObeysIsLeft() {
    XCTAssertEqual(PlainText.line("a\u{1B}[31mb\u{7}"), "a [31mb ")
    XCTAssertEqual(
      PlainText.line("one\r\ntwo\n\nthree\tfour\u{2028}five"), "one two three four five")
    XCTAssertEqual(PlainText.line("\u{9B}2J"), " 2J")
    XCTAssertEqual(PlainText.line("a\u{202E}b\u{2066}c"), "abc")
  }

  func testNothingThatTurnsTheDirectionOrStartsAnOrder() {
    let text = "a\u{9B}31mb\u{202E}c\u{2066}d\u{200F}e\u{61C}f\u{1B}]g\u{7F}h\u{85}i\u{2028}j"
    XCTAssertEqual(PlainText.line(text), "a 31mbcdef ]g h i j")
  }

  func testJSONEscapesWhatATerminalWouldObey() throws {
    let texts = [
      "a\u{9B}b\u{202E}c\u{7F}d\u{1B}e\u{2028}f\u{200E}\u{2069}", "\u{C9}\u{1F600}\n\"\\",
    ]
    let text = try CommandJSON.text(texts)
    for escape in ["\\u009b", "\\u202e", "\\u007f", "\\u001b", "\\u2028", "\\u200e", "\\u2069"] {
      XCTAssertTrue(text.lowercased().contains(escape), escape)
    }
    XCTAssertTrue(text.contains("\u{C9}\u{1F600}"))
    let plain = try CommandJSON.text(texts, isASCII: true)
    XCTAssertTrue(plain.utf8.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 10) }, plain)
    for text in [text, plain] {
      XCTAssertEqual(try JSONDecoder().decode([String].self, from: Data(text.utf8)), texts)
    }
  }

  func testOtherEncodings() {
    func bytes(_ text: String, _ encoding: String) -> [UInt8] {
      TerminalEncoding.bytes(text, in: encoding).dropLast().map { UInt8(bitPattern: $0) }
    }
    XCTAssertEqual(bytes("\u{E9}", "ISO-8859-1"), [0xE9])
    for encoding in ["ISO-8859-1", "ANSI_X3.4-1968", "no such encoding"] {
      let made = bytes("\u{C77C} \u{201C}x\u{201D} \u{6DB}", encoding)
      XCTAssertTrue(made.allSatisfy { (0x20..<0x7F).contains($0) }, "\(encoding): \(made)")
      XCTAssertTrue(made.contains(UInt8(ascii: "x")))
    }
  }
}
