import Core
import Sync
import TestSupport
import XCTest

/// Answers of a server that is broken, of one that means harm, and of a network that answers in its place. Each time the
/// account survives, nothing that is only here is lost, and the end of the round says what is wrong.
final class HostileCalDAVTests: XCTestCase {
  private typealias Fault = FaultProxy.Fault

  /// How the round ends.
  private enum End {
    /// It cannot be told what the server has; the account waits.
    case stops
    /// Whatever is odd does no harm.
    case goesOn
    case either
  }

  private struct Case {
    let name: String
    let end: End
    let fault: Fault
    /// The methods that are answered so; nil for all.
    var methods: Set<String>?
    /// Whether the network answers and not the server: then nobody has to sync by hand afterwards.
    var isOfNetwork = false

    init(_ name: String, _ end: End, _ fault: Fault, only methods: Set<String>? = nil) {
      (self.name, self.end, self.fault, self.methods) = (name, end, fault, methods)
    }
  }

  private static let page = "<!DOCTYPE html><html><body>Please sign in.</body></html>"
  private static let begin = "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">"

  /// What hotels and proxies answer in the place of a server, to everything and to what changes something.
  private static let networks: [Case] = [401, 403, 404, 405, 410, 451].flatMap { status in
    [nil, ["PUT", "DELETE", "PROPFIND"] as Set].map { methods in
      var made = Case(
        "a page with \(status) for \(methods == nil ? "all" : "writes")", .stops,
        .answer(status: status, headers: ["Content-Type: text/html"], body: page), only: methods)
      made.isOfNetwork = true
      return made
    }
  }

  private static func raw(_ text: String) -> Fault { .raw(Array(text.utf8)) }

  private static func multistatus(_ body: String) -> Fault {
    .answer(status: 207, headers: ["Content-Type: application/xml"], body: begin + body)
  }

  private static func replacing(_ old: String, _ new: String) -> Fault {
    .edit { ($0, $1.replacingOccurrences(of: old, with: new, options: .regularExpression)) }
  }

  private static func elsewhere(_ status: Int, _ location: String) -> Fault {
    .answer(status: status, headers: ["Location: " + location], body: page)
  }

  private static let bomb =
    "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;\">"
    + "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]><D:multistatus xmlns:D=\"DAV:\"><D:response>"
    + "<D:href>&c;</D:href></D:response></D:multistatus>"

  private func cases(_ home: CalDAVTestHome) -> [Case] {
    let reads: Set<String> = ["PROPFIND", "REPORT"]
    var odd = ""
    for href in ["/../../x", "\(home.path)l/%2e%2e/x", "\(home.path)l/a%2Fb", "//", "", "?"] {
      odd += "<response><href>\(href)</href><status>HTTP/1.1 404 Gone</status></response>"
    }
    let extra = odd
    return Self.networks + [
      Case("207 without responses", .stops, Self.multistatus("</D:multistatus>")),
      Case("207 that is cut off", .stops, Self.multistatus("<D:response><D:href>/")),
      Case(
        "a sign-in page", .stops,
        .answer(status: 200, headers: ["Content-Type: text/html"], body: Self.page)),
      Case("a sign-in page as 207", .stops, .answer(status: 207, body: Self.page)),
      Case("200 and nothing", .stops, .answer(status: 200, body: "")),
      Case("204", .stops, .answer(status: 204, body: "")),
      Case("511", .stops, .answer(status: 511, body: Self.page)),
      Case("to another host", .stops, Self.elsewhere(302, "http://127.0.0.1:1/login")),
      Case("to another scheme", .stops, Self.elsewhere(302, "file:///etc/passwd")),
      Case("in a circle", .stops, Self.elsewhere(307, home.path)),
      Case("deeper and deeper", .stops, Self.elsewhere(308, home.path + "x/x/x/")),
      Case("a redirection to nowhere", .stops, .answer(status: 302, body: "")),
      Case("an XML bomb", .stops, .answer(status: 207, body: Self.bomb)),
      Case(
        "not the charset that it says", .stops,
        .answer(
          status: 207,
          body: "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + Self.begin.dropFirst(21))),
      Case(
        "an unknown charset", .stops,
        .answer(status: 207, body: "<?xml version=\"1.0\" encoding=\"x-1\"?><a/>")),
      Case("no HTTP", .stops, Self.raw("SSH-2.0-OpenSSH_9.9\r\n")),
      Case(
        "an answer without end", .stops,
        .repeating(after: "HTTP/1.1 207 X\r\n\r\n" + Self.begin, [0x20])),
      Case("a text without end", .stops, .endless, only: ["REPORT"]),
      Case("less than announced", .stops, .cutShort),
      Case(
        "one byte a chunk", .stops,
        Self.raw(
          "HTTP/1.1 207 X\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Self.begin.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n")),
      Case(
        "401 in the middle", .stops,
        .answer(status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""], body: ""),
        only: ["REPORT"]),
      Case(
        "401 without a question", .stops, .answer(status: 401, body: Self.page), only: ["REPORT"]),
      Case("403 for reports", .either, .answer(status: 403, body: Self.page), only: ["REPORT"]),
      Case(
        "a sign-in page for writes", .stops, .answer(status: 200, body: Self.page),
        only: ["PUT", "DELETE", "GET"]),
      Case(
        "200 for writes that do not happen", .stops, .answer(status: 200, body: ""),
        only: ["PUT", "DELETE"]),
      Case(
        "207 with a refusal for a deletion", .goesOn,
        Self.multistatus(
          "<D:response><D:href>/l/</D:href><D:status>HTTP/1.1 423 Locked</D:status></D:response></D:multistatus>"
        ),
        only: ["DELETE"]),
      Case(
        "statuses that cannot be read", .stops,
        Self.replacing("<status>HTTP/1.1 200 OK", "<status>HTTP/1.1 99999 OK"), only: reads),
      Case(
        "hrefs on another host", .goesOn, Self.replacing("href>/", "href>http://evil.example/"),
        only: reads),
      Case(
        "hrefs that lead out", .goesOn, Self.replacing("</multistatus>", extra + "</multistatus>"),
        only: reads),
      Case(
        "everything twice", .goesOn,
        .edit { lines, body in
          let parts = body.components(separatedBy: "<response>")
          guard parts.count > 1, let last = parts.last?.components(separatedBy: "</response>").last
          else { return (lines, body) }
          let all =
            "<response>" + parts.dropFirst().joined(separator: "<response>").dropLast(last.count)
          return (lines, parts[0] + all + all + last)
        }, only: reads),
      Case(
        "an ETag of 1 MB", .either,
        Self.replacing("<getetag>\"", "<getetag>\"" + String(repeating: "e", count: 1 << 20)),
        only: reads),
      Case(
        "an ETag of 1 MB in a head", .either,
        .edit { lines, body in
          (lines + ["ETag: \"" + String(repeating: "e", count: 1 << 20) + "\""], body)
        }, only: ["PUT", "GET"]),
      Case(
        "texts that are cut off", .goesOn, Self.replacing("END:VTODO[^<]*", ""), only: ["REPORT"]),
      Case("NUL in texts", .either, Self.replacing("SUMMARY:", "SUMMARY:\0"), only: ["REPORT"]),
      Case(
        "a character that is none", .either, Self.replacing("SUMMARY:", "SUMMARY:&#0;"),
        only: ["REPORT"]),
    ]
  }

  func testNothingIsLostWhateverIsAnswered() async throws {
    let first = try await home(.radicale)
    for hostile in cases(first) {
      let home = try await self.home(.radicale)
      // The paths in a case are those of the home.
      guard let hostile = cases(home).first(where: { $0.name == hostile.name }) else { continue }
      try await check(hostile, home)
    }
  }

  private func check(_ hostile: Case, _ home: CalDAVTestHome) async throws {
    let proxy = try FaultProxy(upstream: home.server.port)
    defer { proxy.stop() }
    try await home.makeList("l", called: "L")
    for number in 0..<3 {
      try await home.put(
        "l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)", "X-OTHER:\(number)"])
    }
    let device = try await Device(home, port: proxy.port)
    await device.sync()
    let list = try await device.store.lists()[0].id
    try await device.retitle(TodoID(rawValue: "uid-0"), "Edited")
    _ = try await device.store.delete(TodoID(rawValue: "uid-1"))
    try await device.add("New", to: list)
    try await home.change("l/2.ics") {
      $0.replacingOccurrences(of: "SUMMARY:2", with: "SUMMARY:Theirs")
    }

    let (fault, methods) = (hostile.fault, hostile.methods)
    proxy.always(.choose { methods?.contains($0.method) ?? true ? fault : .pass })
    for _ in 0..<2 {
      let outcome = await device.engine.syncOnce(pull: true, wake: true)
      switch (outcome.end, hostile.end) {
      case (.finished, .stops): XCTFail("\(hostile.name): it did not stop")
      case (.stopped(let retry), .goesOn): XCTFail("\(hostile.name): \(retry.problem)")
      default: break
      }
      let titles = Set(try await device.titles())
      XCTAssertTrue(titles.isSuperset(of: ["Edited", "New"]), "\(hostile.name): \(titles)")
      XCTAssertFalse(titles.isDisjoint(with: ["2", "Theirs"]), "\(hostile.name): \(titles)")
      let lists = try await device.store.lists().map(\.name)
      XCTAssertTrue(lists.contains("L"), "\(hostile.name): \(lists)")
    }

    proxy.always(nil)
    let quarantined = try await device.store.quarantined(in: device.account)
    if hostile.isOfNetwork { XCTAssertEqual(quarantined, [], hostile.name) }
    for key in quarantined {
      try await device.store.setRecordRetry(nil, for: key, of: device.account)
    }
    for _ in 0..<2 { _ = await device.engine.syncOnce(pull: true, wake: true) }
    await device.sync()
    let other = try await Device(home, name: "b")
    await other.sync()
    for device in [device, other] {
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Edited", "New", "Theirs"], hostile.name)
    }
    let waiting = try await device.waiting()
    XCTAssertEqual(waiting, 0, hostile.name)
    let text = try await home.text("l/0.ics")
    XCTAssertEqual(text?.contains("X-OTHER:0"), true, hostile.name)
  }
}

extension TodoStore {
  /// The quarantined records.
  fileprivate func quarantined(in account: AccountID) async throws -> [RecordKey] {
    try await column("SELECT kind || ' ' || record FROM syncRetry WHERE kind <> ''").compactMap {
      row in
      let parts = row.split(separator: " ", maxSplits: 1).map(String.init)
      return RecordKind(rawValue: parts[0]).map { RecordKey(kind: $0, id: parts[1]) }
    }
  }
}
