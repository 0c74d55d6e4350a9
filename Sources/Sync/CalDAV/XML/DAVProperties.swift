import Basics

/// The properties of a resource that a server returned with a status of success. The others are nil.
package struct DAVProperties: Hashable, Sendable {
  /// ``XMLName/resourceType``: `DAV:collection`, and CalDAV's `calendar` for a calendar.
  package fileprivate(set) var resourceTypes: Set<XMLName>?
  @Exact package fileprivate(set) var displayName: String?
  /// The ETag as a precondition must have it, quotation marks and `W/` included. Nil if the server has none, or one
  /// that is too long.
  @Exact package fileprivate(set) var etag: String?
  @Exact package fileprivate(set) var ctag: String?
  @Exact package fileprivate(set) var syncToken: String?
  /// The components that a calendar takes, such as `VTODO`, in upper case. Nil if the server does not say, which means
  /// all of them (RFC 4791 §5.2.3).
  package fileprivate(set) var components: Set<String>?
  /// An href; nil also for a user who is not signed in.
  @Exact package fileprivate(set) var currentUserPrincipal: String?
  /// The href of the principal to whom a resource belongs.
  @Exact package fileprivate(set) var owner: String?
  /// The hrefs of the collections that contain calendars; empty if the server does not say.
  package fileprivate(set) var calendarHomes: [String] = []
  /// What the user may do; see ``canWrite``.
  package fileprivate(set) var privileges: Set<XMLName>?
  /// As the server wrote it: `#RRGGBB`, `#RRGGBBAA` or a name.
  @Exact package fileprivate(set) var colour: String?
  package fileprivate(set) var order: Int?
  /// The iCalendar text of a resource. XML makes each CR LF in it an LF.
  @Exact package fileprivate(set) var calendarData: String?
  package fileprivate(set) var reports: Set<XMLName>?

  package init() {}

  /// Whether it is a calendar. A calendar in Nextcloud's trash still answers at its path, but has another resource
  /// type.
  package var isCalendar: Bool { resourceTypes?.contains(.calDAV("calendar")) == true }

  /// Whether it is a calendar that to-dos can be stored in.
  package var isTodoCalendar: Bool { isCalendar && components?.contains("VTODO") != false }

  /// Whether the user may create, change and delete resources; true if the server does not say.
  package var canWrite: Bool {
    guard let privileges else { return true }
    // A server may list `write` or the privileges that it consists of (RFC 3744 §3.2).
    if privileges.contains(.dav("all")) || privileges.contains(.dav("write")) { return true }
    return privileges.isSuperset(of: [.dav("write-content"), .dav("bind")])
  }
}

extension DAVProperties {
  /// Whether it is known to be another person's, who shares it with the user. Servers list such calendars among the
  /// user's own.
  package var isForeign: Bool {
    // Where sabre/dav marks a calendar as shared, it names the user as the owner.
    // https://github.com/apple/ccs-calendarserver/blob/master/doc/Extensions/caldav-sharing.txt
    if resourceTypes?.contains(.calendarServer("shared")) == true { return true }
    guard let theirs = owner.flatMap(DAVPath.init(href:)),
      let user = currentUserPrincipal.flatMap(DAVPath.init(href:))
    else { return false }
    return theirs.asCollection != user.asCollection
  }

  /// The longest name, in bytes, that is unescaped. Nobody gives a calendar a longer one.
  private static let longestName = 8192

  /// Removes one level of escaping from ``displayName``.
  mutating func unescapeName() {
    guard let name = displayName, name.utf8.count <= Self.longestName else { return }
    displayName = unescaped(name, ["lt;": "<", "gt;": ">", "amp;": "&"])
  }

  /// Takes over a property that a server gave.
  mutating func set(_ element: XMLElement) {
    let text = element.trimmedText
    switch element.name {
    case .resourceType: resourceTypes = Set(element.children.map(\.name))
    case .displayName: displayName = element.text
    case .etag:
      etag = (1...CalDAVETag.longest).contains(text.utf8.count) ? unescapedETag(text) : nil
    case .ctag: ctag = element.token
    case .syncToken: syncToken = element.token
    case .components:
      components = Set(
        element.children(.calDAV("comp")).compactMap { $0.attributes["name"]?.uppercased() })
    case .currentUserPrincipal: currentUserPrincipal = element.hrefs.first
    case .owner: owner = element.hrefs.first
    case .calendarHomes: calendarHomes = element.hrefs
    case .privileges:
      privileges = Set(
        element.children(.dav("privilege")).flatMap { $0.children.map(\.name) })
    case .colour: colour = text.isEmpty ? nil : text
    case .order: order = Int(text)
    case .calendarData: calendarData = element.text
    case .supportedReports:
      reports = Set(
        element.children(.dav("supported-report"))
          .flatMap { $0.children(.dav("report")) }.flatMap { $0.children.map(\.name) })
    default: break
    }
  }
}

/// Some servers escape the ETag twice. A valid ETag begins with a quotation mark, so no other ETag looks like this (RFC
/// 9110 §8.8.3).
private func unescapedETag(_ text: String) -> String {
  guard text.hasExactPrefix("&quot;") || text.hasExactPrefix("W/&quot;") else { return text }
  return unescaped(text, ["quot;": "\""])
}

/// - Parameter entities: their texts by the name of the entity, with its semicolon.
private func unescaped(_ text: String, _ entities: KeyValuePairs<String, String>) -> String {
  let parts = text.splitExactly(at: "&")
  return parts.dropFirst().reduce(into: parts[0]) { sum, part in
    for (name, character) in entities {
      guard let rest = part.dropping(exactPrefix: name) else { continue }
      sum += character
      sum += rest
      return
    }
    sum += "&"
    sum += part
  }
}

extension XMLElement {
  /// The text by which a server tells versions of a collection apart; nil if it is empty or too long to be stored.
  var token: String? {
    let text = trimmedText
    return (1...XMLLimits.token).contains(text.utf8.count) ? text : nil
  }

  /// The texts of the children `DAV:href` that are not empty.
  var hrefs: [String] {
    children(.dav("href")).map(\.trimmedText).filter { !$0.isEmpty }
  }
}
