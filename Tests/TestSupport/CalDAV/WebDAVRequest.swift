import Foundation
import Sync

/// A request as a WebDAV server reads it. It understands only bodies like those of this program, with its prefixes and
/// without CDATA. Other tests check that they are valid XML.
struct WebDAVRequest {
  let method: HTTPRequest.Method
  /// The segments of the path, decoded.
  let path: [String]
  private let headers: [String: String]
  let text: String
  /// The elements of the body in order, each with the text that follows.
  private let elements: [(name: String, text: String)]

  init(_ request: HTTPRequest) {
    method = request.method
    path = Self.segments(request.url)
    headers = Dictionary(
      request.headers.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    text = String(decoding: request.body ?? Data(), as: UTF8.self)
    elements = Self.elements(text)
  }

  func header(_ name: String) -> String? { headers[name] }

  func has(_ element: String) -> Bool { elements.contains { $0.name == element } }

  func texts(_ element: String) -> [String] {
    elements.filter { $0.name == element }.map(\.text)
  }

  /// The elements that name requested properties.
  var names: Set<String> { Set(elements.map(\.name)) }

  /// The decoded segments of the path of a URL, or of a path.
  static func segments(_ url: String) -> [String] {
    var path = url[...]
    if let scheme = url.range(of: "://") {
      let rest = url[scheme.upperBound...]
      path = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
    }
    return path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }

  private static func elements(_ text: String) -> [(name: String, text: String)] {
    text.split(separator: "<").compactMap { piece in
      guard let end = piece.firstIndex(of: ">"), let first = piece.first, first != "/", first != "?"
      else { return nil }
      let name = piece[..<end].prefix { $0 != " " && $0 != "/" }
      return (String(name), unescaped(String(piece[end...].dropFirst())))
    }
  }

  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}

/// The answer of a WebDAV server.
struct WebDAVAnswer {
  /// The properties of a resource: the existing ones as XML, and the names of the missing ones.
  typealias Properties = (found: [String], missing: [String])

  private var body = ""

  /// Adds a resource with its properties.
  mutating func add(_ href: String, _ properties: Properties) {
    body += "<d:response><d:href>\(Self.escaped(href))</d:href>"
    body += Self.propstat(properties.found, "200 OK")
    if !properties.missing.isEmpty {
      body += Self.propstat(properties.missing.map { "<\($0)/>" }, "404 Not Found")
    }
    body += "</d:response>"
  }

  /// Adds a resource with a status.
  mutating func add(_ href: String, status: String, condition: String? = nil) {
    body += "<d:response><d:href>\(Self.escaped(href))</d:href>"
    body += "<d:status>HTTP/1.1 \(status)</d:status>"
    if let condition { body += "<d:error><d:\(condition)/></d:error>" }
    body += "</d:response>"
  }

  mutating func add(syncToken: String) {
    body += "<d:sync-token>\(Self.escaped(syncToken))</d:sync-token>"
  }

  /// - Parameter prefix: the prefix for `DAV:`; an empty one makes it the default namespace.
  func response(prefix: String) -> HTTPResponse {
    HTTPResponse(
      status: 207, headers: ["Content-Type": "application/xml"],
      body: Data(Self.document("multistatus", body, prefix).utf8))
  }

  /// A refusal that names a precondition.
  static func refusal(_ status: Int, _ condition: String, prefix: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/xml"],
      body: Data(document("error", "<\(condition)/>", prefix).utf8))
  }

  /// A refusal in elements of the server's own, none of which is a precondition.
  static func explanation(_ status: Int) -> HTTPResponse {
    let body = """
      <?xml version="1.0" encoding="utf-8"?>
      <d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">
      <s:exception>Sabre\\DAV\\Exception\\Refused</s:exception><s:message>No.</s:message></d:error>
      """
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/xml"], body: Data(body.utf8))
  }

  static func escaped(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  private static func propstat(_ properties: [String], _ status: String) -> String {
    "<d:propstat><d:prop>\(properties.joined())</d:prop>"
      + "<d:status>HTTP/1.1 \(status)</d:status></d:propstat>"
  }

  private static func document(_ root: String, _ body: String, _ prefix: String) -> String {
    // Texts contain no such pieces, because their angle brackets are escaped.
    let content = "<d:\(root)>\(body)</d:\(root)>"
    let (mark, colon) = (prefix.isEmpty ? "xmlns" : "xmlns:" + prefix, prefix.isEmpty ? "" : ":")
    let named = content.replacingOccurrences(of: "<d:", with: "<" + prefix + colon)
      .replacingOccurrences(of: "</d:", with: "</" + prefix + colon)
    let start = named.index(named.startIndex, offsetBy: 1 + prefix.count + colon.count + root.count)
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>" + named[..<start]
      + " \(mark)=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\""
      + " xmlns:cs=\"http://calendarserver.org/ns/\" xmlns:ai=\"http://apple.com/ns/ical/\""
      + named[start...]
  }
}
