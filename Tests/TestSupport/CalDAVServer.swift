import Core
import Foundation
import Glibc
import Sync
import Synchronization

/// A real CalDAV server, run for the tests: Radicale, Xandikos or sabre/dav.
///
/// It keeps everything in a temporary folder and ends with the process that started it, see ``HarnessServer``.
public final class CalDAVServer: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case radicale
    case xandikos
    /// The library that Nextcloud and Baïkal use, see Tests/Servers/sabre.php.
    case sabre
  }

  /// Why there is no server, as a named reason to skip a test.
  public struct Unavailable: Error, Sendable {
    public let reason: String
  }

  /// The password of every user, as in Tests/EndToEnd/served.py.
  public static let password = "secret: %ü"
  private static let users = 400
  static let administrator = "administrator"

  public let kind: Kind
  let transport = SoupTransport()
  private let server: HarnessServer
  private let homes = Mutex(0)

  public var port: UInt16 { server.port }

  private static let starts = Mutex<[Kind: Task<CalDAVServer, any Error>]>([:])

  /// The server of a kind that all tests of the process share.
  /// - Throws: ``Unavailable`` if it is not installed.
  public static func shared(_ kind: Kind) async throws -> CalDAVServer {
    let start = starts.withLock { starts in
      let task = starts[kind] ?? Task { try CalDAVServer(kind) }
      starts[kind] = task
      return task
    }
    return try await start.value
  }

  /// Starts a server and waits until it answers.
  /// - Parameter isSecure: whether it uses TLS, with a self-signed certificate; only for Radicale.
  /// - Throws: ``Unavailable`` if it is not installed, or does not answer within a minute.
  public init(_ kind: Kind, isSecure: Bool = false) throws {
    self.kind = kind
    do {
      server = try HarnessServer("caldav", kind.rawValue, isSecure ? "https" : "http")
    } catch let error as HarnessServer.Unavailable {
      throw Unavailable(reason: error.reason)
    }
  }

  deinit {
    stop()
  }

  /// Ends the server and deletes its data.
  public func stop() {
    server.call("stop")
    server.stop()
  }

  /// A home without calendars that no other test uses.
  public func newHome() async throws -> CalDAVTestHome {
    let number = homes.withLock { number in
      number += 1
      return number
    }
    switch kind {
    case .radicale:
      precondition(number < Self.users)
      return CalDAVTestHome(server: self, user: "user\(number)", path: "/user\(number)/")
    case .sabre:
      precondition(number < Self.users)
      return CalDAVTestHome(
        server: self, user: "user\(number)", path: "/remote.php/dav/calendars/user\(number)/")
    case .xandikos:
      let home = CalDAVTestHome(server: self, user: "ann", path: "/ann/home-\(number)/")
      let status = try await home.send(.makeCollection, "").status
      guard status == 201 else { throw Unavailable(reason: "MKCOL was answered \(status)") }
      return home
    }
  }

  /// Sets the habits of sabre/dav from the next request on, in the words of Tests/Servers/habits.php.
  public func setHabits(_ words: String...) {
    server.call("set_habits", with: words)
  }

  /// Whether it supports the sync report (RFC 6578). sabre/dav does from version 2 on, which Debian does not have.
  public var hasSyncReport: Bool {
    kind != .sabre || ProcessInfo.processInfo.environment["SABRE_DAV"] != nil
  }

  /// The file in which sabre/dav stores its data.
  public var database: String { server.call("file", "calendars.sqlite") as? String ?? "" }

  /// The path of a program installed beside the servers.
  public static func program(_ name: String) -> String { environment + "/bin/" + name }

  private static let project =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let environment =
    project + "/build/caldav-servers"
    + (ProcessInfo.processInfo.environment["VARIANT"].map { $0.isEmpty ? "" : "-" + $0 } ?? "")
}

/// One user's calendars on a ``CalDAVServer``, read and written by requests that do not use the program's own client.
public struct CalDAVTestHome: Sendable {
  public let server: CalDAVServer
  public let user: String
  /// Begins and ends with a slash.
  public let path: String

  /// - Parameter port: the port of a proxy, instead of the server's own.
  public func settings(port: UInt16? = nil) -> CalDAVSettings {
    CalDAVSettings(server: "http://127.0.0.1:\(port ?? server.port)", home: path, user: user)
  }

  /// The same home, used by a user who may write everywhere in it. On Xandikos there is no such user. Calendars whose
  /// names begin with `locked` are read-only for the normal user.
  public var asAdministrator: CalDAVTestHome {
    CalDAVTestHome(server: server, user: CalDAVServer.administrator, path: path)
  }

  /// Sends a request like another program.
  /// - Parameter name: the path below the home.
  @discardableResult
  public func send(
    _ method: HTTPRequest.Method, _ name: String, _ headers: [String: String] = [:],
    body: String? = nil
  ) async throws -> HTTPResponse {
    var headers = headers
    let secret = Data("\(user):\(CalDAVServer.password)".utf8).base64EncodedString()
    headers["Authorization"] = "Basic " + secret
    return try await server.transport.send(
      HTTPRequest(
        method: method, url: "http://127.0.0.1:\(server.port)\(path)\(name)", headers: headers,
        body: body.map { Data($0.utf8) }, maxResponseBytes: 64 << 20, timeout: .seconds(120)))
  }

  /// Creates a calendar for to-dos.
  public func makeList(_ name: String, called title: String) async throws {
    let body = """
      <?xml version="1.0"?><mkcalendar xmlns="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><D:set>
      <D:prop><D:displayname>\(title)</D:displayname><supported-calendar-component-set>
      <comp name="VTODO"/></supported-calendar-component-set></D:prop></D:set></mkcalendar>
      """
    try expect(201, try await send(.makeCalendar, name + "/", Self.xml, body: body))
  }

  /// Writes a resource without a precondition.
  /// - Parameter lines: the lines of the VTODO.
  public func put(_ name: String, uid: String, _ lines: [String]) async throws {
    let text =
      (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another//Program//EN", "BEGIN:VTODO"]
      + ["UID:" + uid, "DTSTAMP:20260101T000000Z"] + lines + ["END:VTODO", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    let answer = try await send(.put, name, ["Content-Type": "text/calendar"], body: text)
    guard [200, 201, 204].contains(answer.status) else { throw Failure(status: answer.status) }
  }

  /// The text of a resource; nil if there is none.
  public func text(_ name: String) async throws -> String? {
    let answer = try await send(.get, name)
    return answer.status == 404 ? nil : String(decoding: answer.body, as: UTF8.self)
  }

  /// Writes a resource back with a change.
  public func change(_ name: String, _ edit: (String) -> String) async throws {
    guard let text = try await text(name) else { throw Failure(status: 404) }
    let answer = try await send(.put, name, ["Content-Type": "text/calendar"], body: edit(text))
    guard [200, 201, 204].contains(answer.status) else { throw Failure(status: answer.status) }
  }

  /// Deletes a resource or a calendar.
  public func delete(_ name: String) async throws {
    let answer = try await send(.delete, name)
    guard [200, 204].contains(answer.status) else { throw Failure(status: answer.status) }
  }

  /// The server's answer about a calendar and its resources, unparsed.
  public func properties(_ name: String) async throws -> String {
    let body = """
      <?xml version="1.0"?><propfind xmlns="DAV:"><prop><displayname/><resourcetype/></prop></propfind>
      """
    let headers = ["Depth": "1", "Content-Type": "application/xml"]
    let answer = try await send(.propfind, name, headers, body: body)
    return String(decoding: answer.body, as: UTF8.self)
  }

  /// The same for the calendar alone, including colour and order, which are returned only on request.
  public func allProperties(_ name: String) async throws -> String {
    let body = """
      <?xml version="1.0"?><propfind xmlns="DAV:"><prop><displayname/>
      <calendar-color xmlns="http://apple.com/ns/ical/"/>
      <calendar-order xmlns="http://apple.com/ns/ical/"/></prop></propfind>
      """
    let headers = ["Depth": "0", "Content-Type": "application/xml"]
    let answer = try await send(.propfind, name, headers, body: body)
    return String(decoding: answer.body, as: UTF8.self)
  }

  public struct Failure: Error {
    public let status: Int
  }

  private func expect(_ status: Int, _ answer: HTTPResponse) throws {
    guard answer.status == status else { throw Failure(status: answer.status) }
  }

  private static let xml = ["Content-Type": "application/xml"]
}
