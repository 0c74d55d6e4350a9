import Basics
import FoundationEssentials

/// What a server said about one resource (`DAV:response`, RFC 4918 §14.24).
package struct DAVResponse: Hashable, Sendable {
  /// The resource as the server wrote it: an absolute URL or path, percent-encoded in the server's way, with or without
  /// a slash at the end.
  @Exact package private(set) var href: String
  /// The status of the whole resource; nil if it has properties instead. In a report of changes, 404 means that a
  /// resource was removed (RFC 6578 §3.4), and 507 for the collection itself means that the answer was cut off (§3.6).
  package let status: Int?
  /// The properties that came with a status of success.
  package var properties: DAVProperties { box?.properties ?? DAVProperties() }
  /// Nil without properties: a server can send 200,000 responses in a few megabytes.
  private var box: PropertyBox?
  /// The status of each property that the server did not return: 404 for one that it does not have, 0 if the status
  /// cannot be read.
  package let refused: [XMLName: Int]
  /// The preconditions that were not met (RFC 4918 §16), such as `DAV:number-of-matches-within-limits`.
  package let conditions: Set<XMLName>

  /// Keeps the properties outside of the response, so that a response without any takes little memory.
  private final class PropertyBox: Hashable, Sendable {
    let properties: DAVProperties

    init(_ properties: DAVProperties) { self.properties = properties }

    static func == (a: PropertyBox, b: PropertyBox) -> Bool { a.properties == b.properties }

    func hash(into hasher: inout Hasher) { hasher.combine(properties) }
  }

  /// Whether the resource is there. SOGo before 5.5 puts a status of success, such as 201, beside the properties, against
  /// RFC 6578 §3.4.
  package var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? true }

  /// Whether the answer was cut off here and the rest has to be asked for.
  package var isCutOff: Bool {
    status == 507 || conditions.contains(.dav("number-of-matches-within-limits"))
  }
}

/// The answer to PROPFIND, PROPPATCH and REPORT (RFC 4918 §13), and the one to MKCALENDAR and MKCOL, which has no href.
package struct Multistatus: Hashable, Sendable {
  package private(set) var responses: [DAVResponse] = []
  /// The sync token of the whole answer, in a report of changes (RFC 6578 §6.4).
  @Exact package private(set) var syncToken: String?

  /// Whether the server sent characters that XML cannot contain, so that the texts have U+FFFD in their place. A
  /// resource with such a text has to be fetched by itself before it may be changed.
  package private(set) var isRepaired = false

  /// Whether the server cut the answer off, see ``DAVResponse/isCutOff``.
  package var isCutOff: Bool { responses.contains(where: \.isCutOff) }

  /// Reads an answer.
  ///
  /// Prefixes, the order of elements, CDATA sections and white space do not matter, and elements that are not known are
  /// passed over. A response without an href is left out.
  /// - Parameters:
  ///   - data: the body. An empty one is no answer.
  ///   - limit: the most bytes, see ``XMLLimits``.
  /// - Throws: ``XMLFailure``; then nothing of the answer may be used.
  package init(reading data: Data, limit: Int = XMLLimits.bytes) throws(XMLFailure) {
    let builder: Builder
    do throws(XMLFailure) {
      builder = try Builder(data, limit: limit)
    } catch {
      guard case .malformed = error, let repaired = XMLRepair.repaired(data) else { throw error }
      // U+FFFD has three bytes where there was one.
      builder = try Builder(repaired, limit: limit * 3)
      isRepaired = true
    }
    responses = builder.responses
    syncToken = builder.syncToken
    // MKCALENDAR and extended MKCOL answer with the contents of a response, but without the response element.
    let loose = XMLElement(name: .dav("response"), children: builder.propstats)
    if !builder.propstats.isEmpty { responses.append(DAVResponse(loose, href: "")) }
  }

  /// The calendar text that came with a response. Nil also for a text with a character that XML cannot contain: that
  /// resource is fetched by itself, without XML.
  package func contents(of response: DAVResponse) -> String? {
    guard let text = response.properties.calendarData,
      !isRepaired || !text.unicodeScalars.contains("\u{FFFD}")
    else { return nil }
    return text
  }

  /// The same answer with the names of calendars unescaped once. DAViCal stores them with `&`, `<` and `>` escaped, and
  /// escapes them again.
  package func unescapingNames() -> Multistatus {
    var answer = self
    answer.responses = responses.map { $0.unescapingName() }
    return answer
  }

  private static let roots: Set<XMLName> = [
    .dav("multistatus"), .dav("mkcol-response"), .calDAV("mkcalendar-response"),
  ]

  private final class Builder {
    var responses: [DAVResponse] = []
    var propstats: [XMLElement] = []
    var syncToken: String?

    init(_ data: Data, limit: Int) throws(XMLFailure) {
      try XMLStream.read(
        data, limit: limit,
        onRoot: { (name) throws(XMLFailure) in
          guard Multistatus.roots.contains(name) else { throw .unexpected(root: "multistatus") }
        }, onChild: { (element) throws(XMLFailure) in try self.add(element) })
    }

    func add(_ element: XMLElement) throws(XMLFailure) {
      switch element.name {
      case .dav("response"):
        let hrefs = element.hrefs
        // Several resources can share a status, but no properties (RFC 4918 §14.24): copying properties for each
        // resource would take memory without bound.
        guard hrefs.count <= 1 || element.child(.dav("propstat")) == nil else { throw .tooMany }
        guard let first = hrefs.first else { return }
        guard responses.count + hrefs.count <= XMLLimits.responses else { throw .tooMany }
        let response = DAVResponse(element, href: first)
        responses += hrefs.map { response.moved(to: $0) }
      case .dav("propstat"): propstats.append(element)
      case .syncToken:
        syncToken = element.token ?? syncToken
      default: break
      }
    }
  }
}

extension DAVResponse {
  fileprivate func unescapingName() -> DAVResponse {
    guard var properties = box?.properties else { return self }
    properties.unescapeName()
    var response = self
    response.box = PropertyBox(properties)
    return response
  }

  /// The same response for another resource; both share what was read.
  fileprivate func moved(to href: String) -> DAVResponse {
    var response = self
    response.href = href
    return response
  }

  fileprivate init(_ element: XMLElement, href: String) {
    var properties = DAVProperties()
    var refused: [XMLName: Int] = [:]
    var conditions = element.child(.dav("error")).map { Set($0.children.map(\.name)) } ?? []
    for propstat in element.children(.dav("propstat")) {
      let status = propstat.status ?? 0
      let values = propstat.children(.dav("prop")).flatMap(\.children)
      for value in values {
        if (200...299).contains(status) {
          properties.set(value)
        } else {
          refused[value.name] = status
        }
      }
      if let error = propstat.child(.dav("error")) {
        conditions.formUnion(error.children.map(\.name))
      }
    }
    self.href = href
    status = element.child(.dav("status")) == nil ? nil : element.status ?? 0
    box = properties == DAVProperties() ? nil : PropertyBox(properties)
    self.refused = refused
    self.conditions = conditions
  }
}

extension XMLElement {
  /// The code in the child `DAV:status`, an HTTP status line (RFC 9112 §4); nil if it cannot be read.
  fileprivate var status: Int? {
    guard let line = child(.dav("status"))?.trimmedText else { return nil }
    let parts = line.splitExactly(at: " ").filter { !$0.isEmpty }
    guard parts.count >= 2, parts[0].hasExactPrefix("HTTP/"), parts[1].utf8.count == 3,
      let code = Int(parts[1]), (100...599).contains(code)
    else { return nil }
    return code
  }
}
