import Foundation
import XCTest

@testable import Sync

final class JSONReaderTests: XCTestCase {
  private func isRead(_ text: String) -> Bool { isRead(Data(text.utf8)) }

  private func isRead(_ data: Data) -> Bool {
    (try? JSONReader.read(data) { (reader) throws(JSONReader.Failure) in try reader.skip() }) != nil
  }

  private func text(_ json: String) throws -> String {
    try JSONReader.read(Data(json.utf8)) { (reader) throws(JSONReader.Failure) in
      try reader.text()
    }
  }

  func testTextsWithEveryEscape() throws {
    XCTAssertEqual(try text(#" "a\"\\\/\b\f\n\r\tb" "#), "a\"\\/\u{8}\u{C}\n\r\tb")
    XCTAssertEqual(try text(#""\u0000\u00e9\u1100\uD83D\uDE00x""#), "\u{0}é\u{1100}😀x")
    XCTAssertEqual(try text(#""할 일""#), "할 일")
    XCTAssertEqual(try text(#""""#), "")
  }

  func testWhatIsNotJSONIsNotRead() {
    let bad = [
      "", " ", "{", "[", "\"", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "{1:2}", "01",
      "1.", ".5", "1e", "+1", "-", "nul", "True", "'a'", "[1]x", "{} {}", "\"\\x\"", "\"\\u12\"",
      "\"\\ud800\"",
      "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "\"a\u{0}b\"", "\u{FEFF}1", "1]",
      "{\"a\":1]",
    ]
    for text in bad { XCTAssertFalse(isRead(text), text) }
    let notUTF8: [[UInt8]] = [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ]
    for bytes in notUTF8 {
      XCTAssertFalse(isRead(Data(bytes)), "\(bytes) is not UTF-8")
    }
  }

  func testNestingHasALimit() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    XCTAssertTrue(isRead(nested(JSONReader.deepest)))
    XCTAssertFalse(isRead(nested(JSONReader.deepest + 1)))
    XCTAssertFalse(isRead(String(repeating: "{\"a\":[", count: 1_000_000)))
    // Beside each other they are not nested.
    XCTAssertTrue(isRead("[" + String(repeating: "[[]],", count: 2 * JSONReader.deepest) + "{}]"))
  }

  /// Foundation's parser says what is JSON, whatever is done to a text. Only a comma before the end of an array or
  /// object, which RFC 8259 does not allow, is nothing to it.
  func testItAgreesWithFoundationOnDamagedTexts() {
    let whole = Array(
      #"[{"document":{"name":"a/ö","fields":{"x":{"stringValue":"\u00e9\n"},"y":{"doubleValue":-1.5e+3}}}},null,true]"#
        .utf8)
    let characters = Array("{}[]\",:\\u0e1.-+ntf \n\u{0}é".utf8)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(characters.randomElement(using: &random) ?? 0, at: place)
        default: bytes[place] = characters.randomElement(using: &random) ?? 0
        }
      }
      let data = Data(bytes)
      let isJSON =
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
      let text = String(decoding: bytes, as: UTF8.self)
      if isJSON, text.contains(/,\s*[\]}]/) { continue }
      XCTAssertEqual(isRead(data), isJSON, text)
    }
  }

  func testAnAnswerThatIsCutOffOrOtherwiseNotAsDocumented() throws {
    let document =
      #"{"name":"n","createTime":"c","updateTime":"u","fields":{"a":{"stringValue":"x"},"b":7}}"#
    let whole = #"[{"document":\#(document),"readTime":"t"},{"readTime":"t2","done":true}]"#
    let answers = try FirestoreDocumentAnswer.read(Data(whole.utf8))
    XCTAssertEqual(answers.map(\.readTime), ["t", "t2"])
    XCTAssertEqual(
      answers.first?.document?.fields,
      [.init(name: "a", value: .string("x")), .init(name: "b", value: .other(kind: "malformed"))])
    for length in 0..<whole.utf8.count {
      XCTAssertThrowsError(try FirestoreDocumentAnswer.read(Data(whole.utf8.prefix(length))))
    }
    let others = [
      "{}", "7", "[7]", #"[{"document":{}}]"#, #"[{"document":7}]"#, #"[{"readTime":7}]"#,
    ]
    for other in others {
      XCTAssertThrowsError(try FirestoreDocumentAnswer.read(Data(other.utf8)), other) { error in
        XCTAssertEqual(
          error as? SyncError, .protocolViolation(detail: "answer is not as documented"))
      }
    }
  }
}
