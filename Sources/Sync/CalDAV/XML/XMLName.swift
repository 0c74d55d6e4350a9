import Basics

/// The name of an XML element: its namespace and its local name, compared by their bytes. Prefixes do not matter.
package struct XMLName: Hashable, Sendable {
  /// Empty for an element without a namespace.
  @Exact package private(set) var namespace: String
  @Exact package private(set) var local: String

  package init(namespace: String, local: String) {
    self.namespace = namespace
    self.local = local
  }

  /// A name of WebDAV (RFC 4918), and of the extensions in its namespace.
  package static func dav(_ local: String) -> XMLName {
    XMLName(namespace: "DAV:", local: local)
  }

  /// A name of CalDAV (RFC 4791).
  package static func calDAV(_ local: String) -> XMLName {
    XMLName(namespace: "urn:ietf:params:xml:ns:caldav", local: local)
  }

  /// Whether it is one of ``dav(_:)``.
  package var isDAV: Bool { self == .dav(local) }

  /// Whether it is one of ``calDAV(_:)``.
  package var isCalDAV: Bool { self == .calDAV(local) }

  /// A name of Apple's calendar server, which others use as well, for `getctag`.
  package static func calendarServer(_ local: String) -> XMLName {
    XMLName(namespace: "http://calendarserver.org/ns/", local: local)
  }

  /// A name of Apple's calendar, which others use as well, for colour and order.
  package static func apple(_ local: String) -> XMLName {
    XMLName(namespace: "http://apple.com/ns/ical/", local: local)
  }
}

extension XMLName {
  package static let resourceType = dav("resourcetype")
  package static let displayName = dav("displayname")
  package static let etag = dav("getetag")
  /// Changes with every change in a collection
  /// (https://github.com/apple/ccs-calendarserver/blob/master/doc/Extensions/caldav-ctag.txt).
  package static let ctag = calendarServer("getctag")
  /// RFC 6578 §4.
  package static let syncToken = dav("sync-token")
  /// RFC 3253 §3.1.5.
  package static let supportedReports = dav("supported-report-set")
  /// RFC 5397 §3.
  package static let currentUserPrincipal = dav("current-user-principal")
  /// RFC 3744 §5.1.
  package static let owner = dav("owner")
  /// RFC 3744 §5.5.
  package static let privileges = dav("current-user-privilege-set")
  /// RFC 4791 §6.2.1.
  package static let calendarHomes = calDAV("calendar-home-set")
  /// RFC 4791 §5.2.3.
  package static let components = calDAV("supported-calendar-component-set")
  /// RFC 4791 §9.6.
  package static let calendarData = calDAV("calendar-data")
  package static let colour = apple("calendar-color")
  package static let order = apple("calendar-order")
}
