import Foundation
import XCTest

@testable import Sync

final class JSONWriterTests: XCTestCase {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  func testCommasStandBetweenValuesAndNowhereElse() {
    let json = written { writer in
      writer.object { writer in
        writer.name("a")
        writer.array { writer in
          writer.array { _ in }
          writer.null()
          writer.object { _ in }
          writer.bool(true)
        }
        writer.name("b")
        writer.object { writer in
          writer.name("c")
          writer.bool(false)
        }
        writer.name("d")
        writer.text("e")
      }
    }
    XCTAssertEqual(json, #"{"a":[[],null,{},true],"b":{"c":false},"d":"e"}"#)
  }

  /// Foundation's parser says what a text is.
  func testEveryCharacterIsReadAsItWasWritten() throws {
    let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "우", "😀"]
    var texts = scalars.map { String($0) }
    texts += ["", "a\"b\\c/d\ne", "할 일 \"1\"\t", texts.joined()]
    for text in texts {
      let json = Data(written { $0.text(text) }.utf8)
      let read = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
      XCTAssertEqual((read as? String).map { Array($0.utf8) }, Array(text.utf8))
      let own = try JSONReader.read(json) { (reader) throws(JSONReader.Failure) in
        try reader.text()
      }
      XCTAssertEqual(Array(own.utf8), Array(text.utf8))
    }
  }
}
