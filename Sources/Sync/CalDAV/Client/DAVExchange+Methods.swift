import Basics
import Core
import FoundationEssentials

// The methods of WebDAV and CalDAV.

extension DAVExchange {
  static let xml = "application/xml; charset=utf-8"
  static let calendar = "text/calendar; charset=utf-8"

  /// Asks for properties (RFC 4918 §9.1).
  /// - Parameter depth: 0 for the resource itself, 1 with the members of a collection.
  func propfind(_ path: DAVPath, depth: Int, _ properties: [XMLName]) async throws(SyncError)
    -> Multistatus
  {
    try await multistatus(
      .init(
        method: .propfind, path: path, headers: ["Depth": String(depth), "Content-Type": Self.xml],
        body: DAVRequestBody.propfind(properties)))
  }

  /// The properties of one resource; nil if there is none.
  func properties(of path: DAVPath, _ names: [XMLName]) async throws(SyncError) -> DAVProperties? {
    do throws(SyncError) {
      let found = try await propfind(path, depth: 0, names).responses.first { response in
        DAVPath(href: response.href)?.asCollection == path.asCollection
      }
      // Some servers answer 207 and put a 404 into it.
      guard let found, found.status.map({ (200..<300).contains($0) }) ?? true else { return nil }
      return found.properties
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Asks for a report (RFC 3253 §3.6).
  func report(
    _ path: DAVPath, depth: Int, _ body: Data, maxResponseBytes: Int = Self.maxResponseBytes
  ) async throws(SyncError) -> Multistatus {
    try await multistatus(
      .init(
        method: .report, path: path, headers: ["Depth": String(depth), "Content-Type": Self.xml],
        body: body, maxResponseBytes: maxResponseBytes))
  }

  /// Changes properties (RFC 4918 §9.2).
  func proppatch(_ path: DAVPath, _ body: Data) async throws(SyncError) -> Multistatus {
    try await multistatus(
      .init(method: .proppatch, path: path, headers: ["Content-Type": Self.xml], body: body))
  }

  private func multistatus(_ request: Request) async throws(SyncError) -> Multistatus {
    let response = try await success(request).response
    do throws(XMLFailure) {
      let answer = try Multistatus(reading: response.body)
      return response.headers["x-davical-version"] == nil ? answer : answer.unescapingNames()
    } catch {
      // A web page instead of an answer: an intermediary wrote it (RFC 4918 §11.1).
      if response.status != 207 { throw .transient(cause: .unreachable, retryAfter: nil) }
      throw .protocolViolation(detail: error.detail)
    }
  }

  /// A calendar resource.
  struct Resource: Sendable {
    let path: DAVPath
    /// Nil if the server did not say.
    let etag: String?
    /// Nil if it is not UTF-8, or longer than ``CalendarLimits/bytes``.
    let text: String?
  }

  /// Reads a resource; nil if there is none.
  ///
  /// A web page is not an answer of the server, unless it is what somebody has stored there: then it has the ETag of
  /// the resource, or comes again while other requests are answered.
  func get(_ path: DAVPath) async throws(SyncError) -> Resource? {
    guard let found = try await read(path) else { return nil }
    guard found.isPage else { return found.resource }
    if let present = try await properties(of: path, [.etag]), let again = try await read(path) {
      let isTheirs =
        again.resource.etag == nil
        ? again.resource.text.isExactly(found.resource.text)
        : again.resource.etag.isExactly(present.etag.flatMap(CalDAVETag.normalized))
      if isTheirs { return again.resource }
    }
    throw .transient(cause: .unreachable, retryAfter: nil)
  }

  private func read(_ path: DAVPath) async throws(SyncError)
    -> (resource: Resource, isPage: Bool)?
  {
    do throws(SyncError) {
      let response = try await success(
        .init(
          method: .get, path: path, headers: ["Accept": "text/calendar"],
          maxResponseBytes: CalendarLimits.bytes)
      ).response
      let resource = Resource(
        path: path, etag: Self.etag(in: response),
        text: String(validating: response.body, as: UTF8.self))
      return (resource, Self.isPage(response))
    } catch {
      if error.isMissing { return nil }
      // The resource is too long to be read. It must not keep the others from being read.
      if error == Self.tooLong { return (Resource(path: path, etag: nil, text: nil), false) }
      throw error
    }
  }

  /// The error for a resource that is too long.
  private static let tooLong = SyncError(HTTPFailure.tooLarge(limit: CalendarLimits.bytes))

  /// The state that a resource must be in.
  enum Precondition: Sendable {
    case absent
    case etag(String)

    var header: [String: String] {
      switch self {
      case .absent: ["If-None-Match": "*"]
      case .etag(let etag): ["If-Match": etag]
      }
    }
  }

  /// Writes a resource (RFC 4791 §5.3.2).
  /// - Returns: its ETag; nil if the server did not say, or stored something else than was sent (RFC 4791 §5.3.4).
  /// - Throws: ``SyncError/conflict`` if the resource is not in that state.
  func put(_ text: String, to path: DAVPath, if precondition: Precondition)
    async throws(SyncError) -> String?
  {
    var headers = precondition.header
    headers["Content-Type"] = Self.calendar
    let response = try await success(
      .init(
        method: .put, path: path, headers: headers, body: Data(text.utf8), isConditional: true)
    ).response
    // A web page may have an ETag of its own.
    let etag = Self.isPage(response) ? nil : Self.etag(in: response)
    if etag == nil { try await checkWritten(path, precondition) }
    return etag
  }

  /// Checks whether a write has happened if its answer does not tell. A network's sign-in page has the status of a
  /// success too, and an acknowledged write is not sent again.
  private func checkWritten(_ path: DAVPath, _ before: Precondition) async throws(SyncError) {
    let found = try await properties(of: path, [.etag])
    var isOld = found == nil
    if case .etag(let old) = before, let present = found?.etag.flatMap(CalDAVETag.normalized) {
      isOld = present.isExactly(old)
    }
    guard !isOld else { throw .protocolViolation(detail: "a write that did not happen") }
  }

  /// Deletes a resource or a calendar. One that is gone already counts as deleted, and so does a calendar that is in the
  /// server's trash.
  /// - Parameter token: the sync token that a calendar must have (RFC 6578 §5).
  /// - Throws: ``SyncError/conflict`` if it does not have that ETag or token.
  func delete(_ path: DAVPath, ifMatch etag: String?, ifToken token: String? = nil)
    async throws(SyncError)
  {
    var headers = etag.map { ["If-Match": $0] } ?? [:]
    // A token is a URI (RFC 4918 §10.4.2).
    if let token, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E })
    {
      headers["If"] = "(<\(token)>)"
    }
    var response: HTTPResponse?
    do throws(SyncError) {
      do throws(SyncError) {
        response = try await success(.init(method: .delete, path: path, headers: headers)).response
      } catch {
        // Nextcloud's trash has no place for a second resource of this name. The first one stays there, and the text of
        // this one is in this program's trash.
        guard case .rejected(403, "") = error, path != path.asCollection else { throw error }
        headers["X-NC-CalDAV-No-Trashbin"] = "1"
        response = try await success(.init(method: .delete, path: path, headers: headers)).response
      }
    } catch {
      if case .rejected(412, "") = error { throw .conflict }
      // It may be gone already. A web page of the network may have that status too, which is checked below.
      guard error.isMissing else { throw error }
    }
    if let response, let answer = try? Multistatus(reading: response.body),
      !answer.responses.isEmpty
    {
      // If a part of a calendar stays, the answer contains the reasons (RFC 4918 §9.6.1).
      let refusal = answer.responses.compactMap(\.status).first { $0 >= 400 && $0 != 404 }
      if let refusal { throw .rejected(status: refusal, code: "") }
    } else if let rest = try await properties(of: path, [.resourceType]),
      path != path.asCollection || rest.isCalendar
    {
      throw .protocolViolation(detail: "a deletion that did not happen")
    }
  }

  /// Moves a resource to a place where nothing is (RFC 4918 §9.9).
  func move(_ path: DAVPath, to target: DAVPath, ifMatch etag: String) async throws(SyncError) {
    try await success(
      .init(
        method: .move, path: path,
        headers: ["Destination": origin.url(target), "Overwrite": "F", "If-Match": etag],
        isConditional: true))
  }

  /// Whether an answer begins like a web page or other markup, as no calendar does.
  private static func isPage(_ response: HTTPResponse) -> Bool {
    response.body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }

  /// The ETag in an answer, in the form of ``CalDAVETag``.
  static func etag(in response: HTTPResponse) -> String? {
    response.headers["etag"].flatMap(CalDAVETag.normalized)
  }
}

/// ETags as they are compared and sent.
enum CalDAVETag {
  /// The most bytes of an ETag that are taken.
  static let longest = 1024

  /// An ETag without the mark of a weak one, which some servers put on every ETag and no precondition may have (RFC
  /// 9110 §13.1.1), and with the quotation marks that other servers leave out. Nil for a text that cannot stand in a
  /// header.
  static func normalized(_ text: String) -> String? {
    let strong = text.dropping(exactPrefix: "W/") ?? text
    guard !strong.isEmpty, strong.utf8.count <= longest,
      strong.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
    else { return nil }
    let isQuoted =
      strong.utf8.count >= 2 && strong.utf8.first == UInt8(ascii: "\"")
      && strong.utf8.last == UInt8(ascii: "\"")
    return isQuoted ? strong : "\"" + strong + "\""
  }
}
