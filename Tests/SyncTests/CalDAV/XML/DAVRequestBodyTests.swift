import Foundation
import XCTest

@testable import Sync

final class DAVRequestBodyTests: XCTestCase {
  /// The root's name and children, as our own reader sees what libxml2 wrote.
  private func read(_ data: Data) throws -> (root: XMLName?, children: [XMLElement]) {
    final class Seen {
      var root: XMLName?
      var children: [XMLElement] = []
    }
    let seen = Seen()
    try XMLStream.read(data, onRoot: { seen.root = $0 }, onChild: { seen.children.append($0) })
    return (seen.root, seen.children)
  }

  func testPropfind() throws {
    let body = DAVRequestBody.propfind([.etag, .ctag, .order, .calendarHomes])
    XCTAssertEqual(
      String(decoding: body, as: UTF8.self),
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
      xmlns:cs="http://calendarserver.org/ns/" xmlns:ai="http://apple.com/ns/ical/">\
      <d:prop><d:getetag/><cs:getctag/><ai:calendar-order/><c:calendar-home-set/></d:prop></d:propfind>

      """)
  }

  func testAPropertyOfAnotherNamespace() throws {
    let name = XMLName(namespace: "urn:x&\"y", local: "z")
    let (_, children) = try read(DAVRequestBody.propfind([name, .etag]))
    XCTAssertEqual(children.first?.children.map(\.name), [name, .etag])
  }

  func testSyncCollection() throws {
    let first = try read(DAVRequestBody.syncCollection(since: nil, [.etag]))
    XCTAssertEqual(first.root, .dav("sync-collection"))
    XCTAssertEqual(first.children.map(\.name), [.syncToken, .dav("sync-level"), .dav("prop")])
    XCTAssertEqual(first.children.first?.text, "")
    let later = try read(DAVRequestBody.syncCollection(since: "a<&>\"b", limit: 100, [.etag]))
    XCTAssertEqual(
      later.children.map(\.name), [.syncToken, .dav("sync-level"), .dav("limit"), .dav("prop")])
    XCTAssertEqual(later.children.first?.text, "a<&>\"b")
    XCTAssertEqual(later.children[2].child(.dav("nresults"))?.text, "100")
  }

  func testMultigetAndQuery() throws {
    let hrefs = ["/a%20b.ics", "/a&b.ics", "https://x/ü.ics"]
    let multiget = try read(DAVRequestBody.multiget(hrefs, [.etag, .calendarData]))
    XCTAssertEqual(multiget.root, .calDAV("calendar-multiget"))
    XCTAssertEqual(multiget.children.dropFirst().map(\.text), hrefs)
    let query = try read(DAVRequestBody.todoQuery([.etag]))
    let outer = query.children.last?.child(.calDAV("comp-filter"))
    XCTAssertEqual(outer?.attributes, ["name": "VCALENDAR"])
    XCTAssertEqual(outer?.child(.calDAV("comp-filter"))?.attributes, ["name": "VTODO"])
  }

  func testMakingACalendar() throws {
    let properties = DAVCalendarProperties(
      displayName: "Milk & <eggs> ]]> 🥚", colour: "#ff0000", order: 3)
    let calendar = try read(DAVRequestBody.makeCalendar(properties))
    XCTAssertEqual(calendar.root, .calDAV("mkcalendar"))
    let prop = calendar.children.first?.child(.dav("prop"))
    XCTAssertEqual(prop?.child(.displayName)?.text, "Milk & <eggs> ]]> 🥚")
    XCTAssertEqual(prop?.child(.colour)?.text, "#ff0000")
    XCTAssertEqual(prop?.child(.order)?.text, "3")
    XCTAssertEqual(prop?.child(.components)?.children.map(\.attributes), [["name": "VTODO"]])
    let collection = try read(DAVRequestBody.makeCollection(properties))
    XCTAssertEqual(collection.root, .dav("mkcol"))
    XCTAssertEqual(
      collection.children.first?.child(.dav("prop"))?.child(.resourceType)?.children.map(\.name),
      [.dav("collection"), .calDAV("calendar")])
  }

  func testChangingProperties() throws {
    let update = try read(
      DAVRequestBody.propertyUpdate(DAVCalendarProperties(displayName: "A"), removing: [.colour]))
    XCTAssertEqual(update.root, .dav("propertyupdate"))
    XCTAssertEqual(update.children.map(\.name), [.dav("set"), .dav("remove")])
    XCTAssertEqual(update.children[0].child(.dav("prop"))?.children.map(\.name), [.displayName])
    XCTAssertEqual(update.children[1].child(.dav("prop"))?.children.map(\.name), [.colour])
  }

  func testWhatXMLCannotContainIsLeftOut() throws {
    let properties = DAVCalendarProperties(displayName: "a\u{0}b\u{1}c\u{B}d\u{FFFE}e\tf\u{10FFFF}")
    let update = try read(DAVRequestBody.propertyUpdate(properties))
    XCTAssertEqual(
      update.children.first?.child(.dav("prop"))?.child(.displayName)?.text, "abcde\tf\u{10FFFF}")
  }
}
