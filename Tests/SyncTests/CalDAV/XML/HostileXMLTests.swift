import Foundation
import TestSupport
import XCTest

@testable import Sync

final class HostileXMLTests: XCTestCase {
  private func failure(_ data: Data, limit: Int = XMLLimits.bytes) -> XMLFailure? {
    do throws(XMLFailure) {
      _ = try Multistatus(reading: data, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  private func failure(_ text: String) -> XMLFailure? { failure(Data(text.utf8)) }

  func testADocumentTypeEndsTheReading() {
    let body = "<multistatus xmlns=\"DAV:\"><response><href>&a;</href></response></multistatus>"
    for type in [
      "<!DOCTYPE multistatus>",
      "<!DOCTYPE multistatus SYSTEM \"file:///etc/passwd\">",
      "<!DOCTYPE multistatus PUBLIC \"x\" \"http://127.0.0.1:1/x\">",
      "<!DOCTYPE multistatus [<!ENTITY a \"b\">]>",
      "<!DOCTYPE multistatus [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>",
      "<!DOCTYPE multistatus [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]>",
      "<!DOCTYPE multistatus [<!ATTLIST href a CDATA \"b\">]>",
    ] {
      XCTAssertEqual(failure(type + body), .documentType, type)
    }
  }

  func testABillionLaughs() {
    var entities = "<!ENTITY a0 \"lol\">"
    for step in 1...30 {
      entities += "<!ENTITY a\(step) \"" + String(repeating: "&a\(step - 1);", count: 10) + "\">"
    }
    XCTAssertEqual(
      failure(
        "<!DOCTYPE m [\(entities)]><multistatus xmlns=\"DAV:\"><response><href>&a30;</href></response></multistatus>"
      ), .documentType)
  }

  func testEntitiesOutsideOfXMLAreNone() {
    XCTAssertEqual(
      failure("<multistatus xmlns=\"DAV:\"><response><href>&nbsp;</href></response></multistatus>"),
      .malformed(line: 1))
  }

  func testNestingIsBounded() {
    let deep = String(repeating: "<a>", count: 100_000)
    XCTAssertEqual(failure("<multistatus xmlns=\"DAV:\">" + deep), .tooDeep)
    func nested(_ depth: Int) -> XMLFailure? {
      failure(
        "<multistatus xmlns=\"DAV:\">" + String(repeating: "<a>", count: depth - 1)
          + String(repeating: "</a>", count: depth - 1) + "</multistatus>")
    }
    XCTAssertNil(nested(XMLLimits.depth))
    XCTAssertEqual(nested(XMLLimits.depth + 1), .tooDeep)
  }

  func testNumbersAreBounded() {
    let many = String(repeating: "<a/>", count: XMLLimits.elementsOfResponse)
    XCTAssertEqual(
      failure("<multistatus xmlns=\"DAV:\"><response>\(many)</response></multistatus>"), .tooMany)
    let attributes = (0...XMLLimits.attributes).map { " a\($0)='1'" }.joined()
    XCTAssertEqual(
      failure("<multistatus xmlns=\"DAV:\"><response\(attributes)/></multistatus>"), .tooMany)
    // Before any of them is told of, some versions of libxml2 compare each with each other one.
    let tooLong = (0..<100_000).map { " a\($0)='>'" }.joined()
    let begin = ContinuousClock.now
    XCTAssertEqual(
      failure("<multistatus xmlns=\"DAV:\"><response\(tooLong)/></multistatus>"), .tooMany)
    XCTAssertLessThan(begin.duration(to: .now), .seconds(5))
    XCTAssertEqual(
      failure(Data("<multistatus xmlns=\"DAV:\"/>".utf8), limit: 20), .tooLarge(limit: 20))
  }

  /// What is short in an answer may take much more memory when it is read.
  func testSizesAreBounded() throws {
    let start = "<multistatus xmlns=\"DAV:\">"
    let responses = String(
      repeating: "<response><href>/a</href></response>", count: XMLLimits.responses)
    let most = try Multistatus(reading: Data((start + responses + "</multistatus>").utf8))
    XCTAssertEqual(most.responses.count, XMLLimits.responses)
    let more = "<response><href>/a</href></response></multistatus>"
    XCTAssertEqual(failure(start + responses + more), .tooMany)
    let text = String(repeating: "x", count: 1 << 20)
    let texts = String(repeating: text + "&amp;", count: XMLLimits.text >> 20)
    XCTAssertEqual(
      failure(start + "<response><href>" + texts), .tooLarge(limit: XMLLimits.text))
  }

  func testATokenThatIsTooLongIsNone() throws {
    for (length, isTaken) in [(XMLLimits.token, true), (XMLLimits.token + 1, false)] {
      let token = String(repeating: "t", count: length)
      let answer = try Multistatus(
        reading: Data(
          "<multistatus xmlns=\"DAV:\"><sync-token>\(token)</sync-token></multistatus>".utf8))
      XCTAssertEqual(answer.syncToken, isTaken ? token : nil)
    }
  }

  /// What is told of each of many resources would be as much as there are resources, times properties.
  func testSeveralResourcesHaveNoPropertiesInCommon() throws {
    func answer(_ hrefs: Int, _ names: Int, _ content: (String) -> String) -> Data {
      let hrefs = (0..<hrefs).map { "<href>/\($0)</href>" }.joined()
      let names = (0..<names).map { "<n\($0)/>" }.joined()
      return Data(
        "<multistatus xmlns=\"DAV:\"><response>\(hrefs)\(content(names))</response></multistatus>"
          .utf8)
    }
    func properties(_ names: String) -> String {
      "<propstat><prop>\(names)</prop><status>HTTP/1.1 404 No</status></propstat>"
    }
    XCTAssertEqual(failure(answer(9_900, 9_900, properties)), .tooMany)
    XCTAssertEqual(failure(answer(2, 1, properties)), .tooMany)
    let one = try Multistatus(reading: answer(1, 9_900, properties))
    XCTAssertEqual(one.responses.map(\.refused.count), [9_900])
    let many = try Multistatus(
      reading: answer(9_900, 9_900) { names in
        "<status>HTTP/1.1 404 No</status><error>\(names)</error>"
      })
    XCTAssertEqual(many.responses.map(\.href), (0..<9_900).map { "/\($0)" })
    XCTAssertTrue(many.responses.allSatisfy { $0.status == 404 && $0.conditions.count == 9_900 })
  }

  /// Whatever bytes there are, no two of them a fold: what Swift makes of them, without what XML cannot contain. How many
  /// U+FFFD stand for several bytes does not matter.
  func testAnyBytesAreRepaired() {
    func shortened(_ bytes: [UInt8]) -> [Unicode.Scalar] {
      String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: []) { result, scalar in
        if scalar != "\u{FFFD}" || result.last != scalar { result.append(scalar) }
      }
    }
    func check(_ bytes: [UInt8], line: UInt = #line) {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
        XMLRepair.isAllowed($0) ? $0 : "\u{FFFD}"
      }
      let wanted = Array(String(String.UnicodeScalarView(scalars)).utf8)
      let repaired = XMLRepair.repaired(Data(bytes)).map { Array($0) }
      XCTAssertEqual(repaired == nil, wanted == bytes, "\(bytes.prefix(20))", line: line)
      XCTAssertEqual(
        shortened(repaired ?? bytes), shortened(wanted), "\(bytes.prefix(20))", line: line)
    }
    let bytes: [UInt8] = [
      0x00, 0x09, 0x0B, 0x0D, 0x20, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2,
      0xC3, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    var chances = SplitMix64(seed: 1)
    for length in 0...9 {
      for _ in 0..<2_000 {
        check((0..<length).compactMap { _ in bytes.randomElement(using: &chances) })
      }
    }
    for first in bytes {
      for second in bytes { check([0x41, first, second, 0x41]) }
    }
    let long = Array(String(repeating: "가a", count: 50_000).utf8)
    check(long)
    check(long + [0x01] + long)
  }

  func testWhatIsNotWellFormedIsNotRead() {
    for text in [
      "", " ", "plain", "<", "<multistatus xmlns=\"DAV:\">",
      "<multistatus xmlns=\"DAV:\"></multistatus2>", "<multistatus xmlns=\"DAV:\"/><more/>",
      "<multistatus xmlns=\"DAV:\">&</multistatus>",
      "<multistatus xmlns=\"DAV:\">&#0;</multistatus>",
      "<multistatus xmlns=\"DAV:\"><a b=1/></multistatus>",
      "<multistatus xmlns=\"DAV:\"><a b='1' b='1'/></multistatus>",
      "<multistatus xmlns=\"DAV:\"><![CDATA[</multistatus>",
      "<multistatus xmlns=\"DAV:\"><!-- --->",
    ] {
      guard case .malformed = failure(text) else {
        XCTFail("\(text.debugDescription): \(String(describing: failure(text)))")
        continue
      }
    }
    XCTAssertNotNil(failure("<multistatus"))
    XCTAssertEqual(failure("<multistatus xmlns=\"DAV:\">\n\n<a>\n</b>"), .malformed(line: 4))
  }

  func testAPageOfAProxyIsNotAnAnswer() {
    XCTAssertEqual(failure("<html><body/></html>"), .unexpected(root: "multistatus"))
    XCTAssertEqual(failure("<multistatus/>"), .unexpected(root: "multistatus"))
  }

  /// Every prefix of an answer, and every answer with one byte replaced, is read or refused.
  func testDamagedAnswers() {
    let text = """
      <?xml version="1.0" encoding="utf-8"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/a&amp;ü</d:href>\
      <d:propstat><d:prop><d:getetag><![CDATA["1"]]></d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status>\
      </d:propstat></d:response></d:multistatus>
      """
    let bytes = Array(text.utf8)
    for end in 0..<bytes.count { XCTAssertNotNil(failure(Data(bytes[..<end]))) }
    for place in bytes.indices {
      for byte: UInt8 in [0x00, 0x3C, 0x26, 0x22, 0x3E, 0x80, 0xFF] {
        var damaged = bytes
        damaged[place] = byte
        _ = failure(Data(damaged))
      }
    }
  }
}
