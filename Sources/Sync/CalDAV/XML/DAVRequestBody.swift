import Basics
import FoundationEssentials

/// The bodies of WebDAV and CalDAV requests, as UTF-8 (`Content-Type: application/xml; charset=utf-8`).
package enum DAVRequestBody {
  /// PROPFIND: asks for some properties (RFC 4918 §9.1).
  package static func propfind(_ properties: [XMLName]) -> Data {
    XMLWriter.document(.dav("propfind")) { $0.properties(properties) }
  }

  /// REPORT: asks for what changed in a collection (RFC 6578 §3.2). The header `Depth` has to be 0.
  /// - Parameters:
  ///   - token: of the last report; nil lists everything.
  ///   - limit: how many changes to send at most; some servers ignore it, and some refuse it.
  package static func syncCollection(
    since token: String?, limit: Int? = nil, _ properties: [XMLName]
  ) -> Data {
    XMLWriter.document(.dav("sync-collection")) { root in
      root.element(.syncToken, text: token ?? "")
      root.element(.dav("sync-level"), text: "1")
      if let limit {
        root.element(.dav("limit")) { $0.element(.dav("nresults"), text: String(limit)) }
      }
      root.properties(properties)
    }
  }

  /// REPORT: asks for some resources of a calendar (RFC 4791 §7.9).
  /// - Parameter hrefs: as the server wrote them.
  package static func multiget(_ hrefs: [String], _ properties: [XMLName]) -> Data {
    XMLWriter.document(.calDAV("calendar-multiget")) { root in
      root.properties(properties)
      for href in hrefs { root.element(.dav("href"), text: href) }
    }
  }

  /// REPORT: asks for all resources of a calendar that contain a VTODO (RFC 4791 §7.8). The header `Depth` has to be 1.
  /// - Parameter uid: a text that the UID has to contain; nil asks for all.
  package static func todoQuery(_ properties: [XMLName], uid: String? = nil) -> Data {
    XMLWriter.document(.calDAV("calendar-query")) { root in
      root.properties(properties)
      root.element(.calDAV("filter")) { filter in
        filter.element(.calDAV("comp-filter"), ["name": "VCALENDAR"]) {
          $0.element(.calDAV("comp-filter"), ["name": "VTODO"]) {
            guard let uid else { return }
            $0.element(.calDAV("prop-filter"), ["name": "UID"]) {
              $0.element(.calDAV("text-match"), ["collation": "i;octet"], text: uid)
            }
          }
        }
      }
    }
  }

  /// MKCALENDAR: makes a calendar for to-dos (RFC 4791 §5.3.1).
  package static func makeCalendar(_ properties: DAVCalendarProperties) -> Data {
    XMLWriter.document(.calDAV("mkcalendar")) { root in
      root.set {
        $0.write(properties)
        $0.todosOnly()
      }
    }
  }

  /// Extended MKCOL: the same for servers without MKCALENDAR (RFC 5689).
  package static func makeCollection(_ properties: DAVCalendarProperties) -> Data {
    XMLWriter.document(.dav("mkcol")) { root in
      root.set {
        $0.element(.resourceType) {
          $0.element(.dav("collection"))
          $0.element(.calDAV("calendar"))
        }
        $0.write(properties)
        $0.todosOnly()
      }
    }
  }

  /// PROPPATCH: changes properties of a calendar (RFC 4918 §9.2).
  /// - Parameters:
  ///   - properties: those that are nil stay as they are.
  ///   - removed: properties to take away.
  package static func propertyUpdate(
    _ properties: DAVCalendarProperties, removing removed: [XMLName] = []
  ) -> Data {
    XMLWriter.document(.dav("propertyupdate")) { root in
      if properties != DAVCalendarProperties() { root.set { $0.write(properties) } }
      if !removed.isEmpty { root.element(.dav("remove")) { $0.properties(removed) } }
    }
  }
}

/// The properties of a calendar that a person chooses; nil is not written.
package struct DAVCalendarProperties: Hashable, Sendable {
  @Exact package var displayName: String?
  /// `#RRGGBB`.
  @Exact package var colour: String?
  package var order: Int?

  package init(displayName: String? = nil, colour: String? = nil, order: Int? = nil) {
    self.displayName = displayName
    self.colour = colour
    self.order = order
  }
}

extension XMLWriter {
  fileprivate func properties(_ names: [XMLName]) {
    element(.dav("prop")) { prop in
      for name in names { prop.element(name) }
    }
  }

  fileprivate func set(_ content: (XMLWriter) -> Void) {
    element(.dav("set")) { $0.element(.dav("prop"), [:], content) }
  }

  fileprivate func write(_ properties: DAVCalendarProperties) {
    if let name = properties.displayName { element(.displayName, text: name) }
    if let colour = properties.colour { element(.colour, text: colour) }
    if let order = properties.order { element(.order, text: String(order)) }
  }

  fileprivate func todosOnly() {
    element(.components) { $0.element(.calDAV("comp"), ["name": "VTODO"]) }
  }
}
