import Foundation
import XCTest

@testable import Sync

final class MultistatusTests: XCTestCase {
  private func read(_ text: String) throws -> Multistatus {
    try Multistatus(reading: Data(text.utf8))
  }

  func testACalendarWithEveryProperty() throws {
    let answer = try read(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:I="http://apple.com/ns/ical/"
                   xmlns:CS="http://calendarserver.org/ns/">
       <response>
        <href>
          /cal/alice/tasks/
        </href>
        <propstat>
         <status>HTTP/1.1 404 Not Found</status>
         <prop><I:calendar-order/><unknown xmlns="urn:example"/></prop>
        </propstat>
        <propstat>
         <prop>
          <resourcetype><collection/><C:calendar/></resourcetype>
          <displayname> Milk &amp; <![CDATA[<eggs>]]> &#x1F95A;</displayname>
          <getetag>"a1"</getetag>
          <CS:getctag>"c1"</CS:getctag>
          <sync-token>http://example.org/sync/1</sync-token>
          <C:supported-calendar-component-set><C:comp name="VEVENT"/><C:comp name="vtodo"/></C:supported-calendar-component-set>
          <current-user-principal><href>/principals/alice/</href></current-user-principal>
          <C:calendar-home-set><href>/cal/alice/</href><href>/cal/team/</href></C:calendar-home-set>
          <current-user-privilege-set>
            <privilege><read/></privilege><privilege><write-content/></privilege><privilege><bind/></privilege>
          </current-user-privilege-set>
          <I:calendar-color symbolic-color="blue">#1badf8FF</I:calendar-color>
          <supported-report-set>
            <supported-report><report><sync-collection/></report></supported-report>
            <supported-report><report><C:calendar-multiget/></report></supported-report>
          </supported-report-set>
         </prop>
         <status>HTTP/1.1 200 OK</status>
        </propstat>
       </response>
      </multistatus>
      """)
    let response = try XCTUnwrap(answer.responses.first)
    XCTAssertEqual(answer.responses.count, 1)
    XCTAssertEqual(response.href, "/cal/alice/tasks/")
    XCTAssertNil(response.status)
    XCTAssertEqual(
      response.refused, [.order: 404, XMLName(namespace: "urn:example", local: "unknown"): 404])
    let properties = response.properties
    XCTAssertEqual(properties.displayName, " Milk & <eggs> 🥚")
    XCTAssertEqual(properties.etag, "\"a1\"")
    XCTAssertEqual(properties.ctag, "\"c1\"")
    XCTAssertEqual(properties.syncToken, "http://example.org/sync/1")
    XCTAssertEqual(properties.components, ["VEVENT", "VTODO"])
    XCTAssertEqual(properties.currentUserPrincipal, "/principals/alice/")
    XCTAssertEqual(properties.calendarHomes, ["/cal/alice/", "/cal/team/"])
    XCTAssertEqual(properties.colour, "#1badf8FF")
    XCTAssertNil(properties.order)
    XCTAssertEqual(properties.reports, [.dav("sync-collection"), .calDAV("calendar-multiget")])
    XCTAssertTrue(properties.isTodoCalendar)
    XCTAssertTrue(properties.canWrite)
  }

  func testAnyPrefixMeansTheSame() throws {
    let texts = ["", "D:", "ns0:", "x-y:"].map { prefix in
      let declared = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix.dropLast())"
      return """
        <\(prefix)multistatus \(declared)="DAV:"><\(prefix)response><\(prefix)href>/a</\(prefix)href>\
        <\(prefix)propstat><\(prefix)prop><\(prefix)getetag>1</\(prefix)getetag></\(prefix)prop>\
        <\(prefix)status>HTTP/1.1 200 OK</\(prefix)status></\(prefix)propstat></\(prefix)response></\(prefix)multistatus>
        """
    }
    let answers = Set(try texts.map { try read($0) })
    XCTAssertEqual(answers.count, 1)
    XCTAssertEqual(answers.first?.responses.first?.properties.etag, "1")
  }

  func testAPrefixThatIsNotDeclaredIsNoName() throws {
    let answer = try read(
      """
      <multistatus xmlns="DAV:"><response><href>/a</href><propstat><prop><x:getetag>1</x:getetag>\
      <displayname>A</displayname></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
      """)
    XCTAssertNil(answer.responses.first?.properties.etag)
    XCTAssertEqual(answer.responses.first?.properties.displayName, "A")
  }

  func testAReportOfChangesThatIsCutOff() throws {
    let answer = try read(
      """
      <D:multistatus xmlns:D="DAV:">
        <D:response><D:href>/t/1.ics</D:href><D:propstat><D:prop><D:getetag>W/"2"</D:getetag></D:prop>
          <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
        <D:response><D:href>/t/2.ics</D:href><D:href>/t/3.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>
        <D:response><D:href>/t/</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status>
          <D:error><D:number-of-matches-within-limits/></D:error></D:response>
        <D:sync-token>urn:token:2</D:sync-token>
      </D:multistatus>
      """)
    XCTAssertEqual(answer.responses.map(\.href), ["/t/1.ics", "/t/2.ics", "/t/3.ics", "/t/"])
    XCTAssertEqual(answer.responses.map(\.status), [nil, 404, 404, 507])
    XCTAssertEqual(answer.responses[0].properties.etag, "W/\"2\"")
    XCTAssertTrue(answer.isCutOff)
    XCTAssertEqual(answer.responses[3].conditions, [.dav("number-of-matches-within-limits")])
    XCTAssertEqual(answer.syncToken, "urn:token:2")
  }

  func testCalendarDataInEveryDisguise() throws {
    for data in [
      "BEGIN:VCALENDAR&#13;\nSUMMARY:a &amp;lt; b&#13;\nEND:VCALENDAR&#13;\n",
      "<![CDATA[BEGIN:VCALENDAR\r\nSUMMARY:a &lt; b\r\nEND:VCALENDAR\r\n]]>",
      "BEGIN:VCALENDAR\r\nSUM<![CDATA[MARY:a &]]>lt; b\nEND:VCALENDAR\n",
    ] {
      let answer = try read(
        """
        <multistatus xmlns="DAV:"><response><href>/1.ics</href><propstat><prop>\
        <calendar-data xmlns="urn:ietf:params:xml:ns:caldav">\(data)</calendar-data></prop>\
        <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
        """)
      let text = try XCTUnwrap(answer.responses.first?.properties.calendarData)
      XCTAssertEqual(
        text.unicodeScalars.filter { $0 != "\r" }.map(String.init).joined(),
        "BEGIN:VCALENDAR\nSUMMARY:a &lt; b\nEND:VCALENDAR\n")
    }
  }

  func testAnETagThatWasEscapedTwice() throws {
    for (written, meant) in [
      ("&amp;quot;a1&amp;quot;", "\"a1\""), ("W/&amp;quot;a&amp;b&amp;quot;", "W/\"a&b\""),
      ("&quot;a1&quot;", "\"a1\""), ("a1", "a1"), ("\"a&amp;quot;\"", "\"a&quot;\""),
    ] {
      let answer = try read(
        """
        <multistatus xmlns="DAV:"><response><href>/1</href><propstat><prop><getetag>\(written)</getetag></prop>\
        <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
        """)
      XCTAssertEqual(answer.responses.first?.properties.etag, meant)
    }
  }

  func testWhatIsTooLongIsNotUnescaped() throws {
    func answer(_ property: String, _ text: String) throws -> Multistatus {
      try read(
        """
        <multistatus xmlns="DAV:"><response><href>/1</href><propstat><prop><\(property)>\(text)</\(property)></prop>\
        <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
        """)
    }
    let many = String(repeating: "&amp;quot;", count: 500_000)
    XCTAssertNil(try answer("getetag", many).responses.first?.properties.etag)
    let longest = String(repeating: "e", count: CalDAVETag.longest)
    XCTAssertEqual(try answer("getetag", longest).responses.first?.properties.etag, longest)
    XCTAssertNil(try answer("getetag", longest + "e").responses.first?.properties.etag)
    let names = try answer("displayname", String(repeating: "&amp;lt;", count: 500_000))
    XCTAssertEqual(
      names.unescapingNames().responses.first?.properties.displayName?.utf8.count, 2_000_000)
    let short = try answer("displayname", "a &amp;amp; b").unescapingNames()
    XCTAssertEqual(short.responses.first?.properties.displayName, "a & b")
  }

  func testStatusLinesThatCannotBeReadGiveNothing() throws {
    for line in ["", "200", "HTTP/1.1", "HTTP/1.1 2000", "HTTP/1.1 abc", "OK 200 HTTP/1.1"] {
      let answer = try read(
        """
        <multistatus xmlns="DAV:"><response><href>/1</href><propstat><prop><getetag>1</getetag></prop>\
        <status>\(line)</status></propstat></response></multistatus>
        """)
      XCTAssertNil(answer.responses.first?.properties.etag, line)
      XCTAssertEqual(answer.responses.first?.refused, [.etag: 0], line)
    }
    let http2 = try read(
      """
      <multistatus xmlns="DAV:"><response><href>/1</href><propstat><prop><getetag>1</getetag></prop>\
      <status>HTTP/2  200</status></propstat></response></multistatus>
      """)
    XCTAssertEqual(http2.responses.first?.properties.etag, "1")
  }

  func testACollectionThatCouldNotBeMade() throws {
    for root in ["mkcol-response", "C:mkcalendar-response"] {
      let answer = try read(
        """
        <\(root) xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><propstat><prop><displayname/></prop>\
        <status>HTTP/1.1 403 Forbidden</status><error><cannot-modify-protected-property/></error></propstat></\(root)>
        """)
      XCTAssertEqual(answer.responses.map(\.refused), [[.displayName: 403]])
      XCTAssertEqual(answer.responses[0].conditions, [.dav("cannot-modify-protected-property")])
      XCTAssertEqual(answer.responses[0].href, "")
    }
  }

  func testTheReasonOfARefusal() throws {
    let error = try DAVError(
      reading: Data(
        """
        <d:error xmlns:d="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:s="http://sabredav.org/ns">
          <s:exception>Sabre\\DAV\\Exception</s:exception>
          <cal:no-uid-conflict><d:href>/t/old.ics</d:href></cal:no-uid-conflict></d:error>
        """.utf8))
    XCTAssertTrue(error.conditions.contains(.calDAV("no-uid-conflict")))
    XCTAssertEqual(error.hrefs, ["/t/old.ics"])
    XCTAssertThrowsError(try DAVError(reading: Data("<html><p>No</p></html>".utf8)))
    XCTAssertThrowsError(try DAVError(reading: Data("Forbidden".utf8)))
  }

  func testOtherEncodings() throws {
    let text = """
      <multistatus xmlns="DAV:"><response><href>/ü</href><status>HTTP/1.1 404 </status></response></multistatus>
      """
    let latin =
      Data("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8)
      + (text.data(using: .isoLatin1) ?? Data())
    XCTAssertEqual(try Multistatus(reading: latin).responses.first?.href, "/ü")
    let wide = Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
    XCTAssertEqual(try Multistatus(reading: wide).responses.first?.href, "/ü")
    let marked = Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
    XCTAssertEqual(try Multistatus(reading: marked).responses.first?.href, "/ü")
  }

  /// Radicale writes control characters as they are; one such to-do must not hide the others.
  func testATextThatXMLCannotContain() throws {
    func answer(_ text: [UInt8], _ head: String = "") throws -> Multistatus {
      let parts = [
        Array(
          (head
            + "<multistatus xmlns=\"DAV:\"><response><href>/1</href><propstat><prop><displayname>")
            .utf8),
        text,
        Array(
          "</displayname></prop><status>HTTP/1.1 200 OK</status></propstat></response><response><href>/2</href>"
            .utf8),
        Array("<status>HTTP/1.1 404 No</status></response></multistatus>".utf8),
      ]
      return try Multistatus(reading: Data(parts.flatMap { $0 }))
    }
    for (text, read) in [
      (Array("a\u{B}b\u{0}c".utf8), "a\u{FFFD}b\u{FFFD}c"),
      (Array("caf".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xA9], "café"),
      (Array("가".utf8.prefix(1)) + [0x0A, 0x09] + Array("가".utf8.dropFirst()), "가"),
      ([0x61, 0xFF, 0x62, 0xC3], "a\u{FFFD}b\u{FFFD}"),
    ] {
      let found = try answer(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
      XCTAssertTrue(found.isRepaired)
      XCTAssertEqual(found.responses.map(\.href), ["/1", "/2"])
      XCTAssertEqual(found.responses.first?.properties.displayName, read)
    }
    XCTAssertFalse(try answer(Array("a".utf8)).isRepaired)
    XCTAssertThrowsError(try answer(Array("a<b".utf8)))
    XCTAssertThrowsError(try answer([0x01], "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"))
  }

  func testTextsOfAnyLengthArriveWhole() throws {
    let long = String(repeating: "가나다 abc\n", count: 100_000)
    let answer = try read(
      """
      <multistatus xmlns="DAV:"><response><href>/1</href><propstat><prop><displayname>\(long)</displayname></prop>\
      <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
      """)
    XCTAssertEqual(answer.responses.first?.properties.displayName, long)
  }

  func testTenThousandResponses() throws {
    let one = """
      <response><href>/t/1.ics</href><propstat><prop><getetag>"1"</getetag></prop>\
      <status>HTTP/1.1 200 OK</status></propstat></response>
      """
    let answer = try read(
      "<multistatus xmlns=\"DAV:\">" + String(repeating: one, count: 10_000) + "</multistatus>")
    XCTAssertEqual(answer.responses.count, 10_000)
  }
}
