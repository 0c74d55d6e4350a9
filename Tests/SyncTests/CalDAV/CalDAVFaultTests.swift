import Core
import Sync
import TestSupport
import XCTest

/// Lost answers, refusals and servers that do without some of the standard.
final class CalDAVFaultTests: XCTestCase {
  private func proxy(_ home: CalDAVTestHome) throws -> FaultProxy {
    let proxy = try FaultProxy(upstream: home.server.port)
    addTeardownBlock { proxy.stop() }
    return proxy
  }

  func testLostAnswersToEveryKindOfWrite() async throws {
    try await onEachServer { home in
      let proxy = try proxy(home)
      let device = try await Device(home, port: proxy.port)
      // Authentication is asked for once, by the first request.
      await device.sync()
      let todo = try await device.add("Milk")
      proxy.plan([.loseAnswer])
      await device.sync()
      let path = "\(todo.listID.rawValue)/\(todo.id.rawValue).ics"
      let made = try await home.text(path)
      XCTAssertNotNil(made)

      try await device.retitle(todo.id, "Oat milk")
      proxy.plan([.loseAnswer])
      await device.sync()
      let edited = try await home.text(path)
      XCTAssertEqual(edited?.contains("SUMMARY:Oat milk"), true)

      _ = try await device.store.delete(todo.id)
      proxy.plan([.loseAnswer])
      await device.sync()
      let deleted = try await home.text(path)
      XCTAssertNil(deleted)
      let waiting = try await device.waiting()
      XCTAssertEqual(waiting, 0)
      let conflicts = try await device.store.column("SELECT title FROM syncConflict")
      XCTAssertEqual(conflicts, [])
    }
  }

  func testAnAnswerLostToTheFirstListAndToDo() async throws {
    try await onEachServer { home in
      let proxy = try proxy(home)
      let device = try await Device(home, port: proxy.port)
      let todo = try await device.add("Milk")
      for _ in 0..<6 {
        proxy.plan([.pass, .loseAnswer])
        _ = await device.engine.syncOnce(pull: true, wake: true)
      }
      await device.sync()
      let other = try await Device(home, name: "b")
      await other.sync()
      let titles = try await other.titles()
      XCTAssertEqual(titles, ["Milk"])
      let lists = try await other.store.lists()
      XCTAssertEqual(lists.map(\.id), [todo.listID])
    }
  }

  func testAnOverloadedServerNamesThePause() async throws {
    let home = try await home(.radicale)
    let proxy = try proxy(home)
    let device = try await Device(home, port: proxy.port)
    await device.sync()
    try await device.add("Milk")
    proxy.always(.answer(status: 503, headers: ["Retry-After: 30"], body: ""))
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .unavailable(status: 503))
    XCTAssertEqual(retry.notBefore.milliseconds - device.clock.now().milliseconds, 30_000)
  }

  func testAWrongPasswordIsAProblemOfTheAccount() async throws {
    let home = try await home(.radicale)
    let proxy = try proxy(home)
    let device = try await Device(home, port: proxy.port)
    await device.sync()
    try await device.add("Milk")
    proxy.always(
      .answer(status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""], body: ""))
    let outcome = await device.engine.syncOnce(pull: true, wake: true)
    guard case .stopped(let retry) = outcome.end else { return XCTFail("\(outcome)") }
    XCTAssertEqual(retry.problem, .authentication)
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Milk"])
  }

  func testAFailedOrEmptyListingDeletesNothing() async throws {
    let home = try await home(.radicale)
    let proxy = try proxy(home)
    try await home.makeList("l", called: "L")
    for number in 0..<5 {
      try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
    }
    let device = try await Device(home, port: proxy.port)
    await device.sync()
    let answers = [
      "", "<html>Please sign in</html>",
      "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\"></D:multistatus>",
      "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">",
    ]
    for (index, body) in answers.enumerated() {
      for status in [200, 207, 403, 404, 500] {
        proxy.always(.answer(status: status, body: body))
        let outcome = await device.engine.syncOnce(pull: true, wake: true)
        guard case .stopped = outcome.end else {
          XCTFail("\(index) \(status) \(outcome)")
          continue
        }
        let count = try await device.titles().count
        XCTAssertEqual(count, 5, "\(index) \(status)")
      }
    }
    proxy.always(nil)
    await device.sync()
    let count = try await device.titles().count
    XCTAssertEqual(count, 5)
  }

  // MARK: Servers that differ

  /// Edits of three rounds on both sides, at a server whose answers are changed.
  private func edits(
    _ home: CalDAVTestHome,
    _ change: @escaping @Sendable ([String], String) -> (lines: [String], body: String)
  ) async throws {
    let proxy = try proxy(home)
    proxy.always(.edit(change))
    let device = try await Device(home, port: proxy.port)
    try await home.makeList("l", called: "L")
    try await home.put("l/1.ics", uid: "one", ["SUMMARY:Milk", "X-OTHER:a"])
    await device.sync()
    let one = TodoID(rawValue: "one")
    for number in 0..<3 {
      try await device.retitle(one, "Milk \(number)")
      _ = await device.engine.syncOnce(pull: false, wake: true)
      try await device.retitle(one, "Oat milk \(number)")
      try await home.change("l/1.ics") {
        $0.replacingOccurrences(of: "X-OTHER:a", with: "X-OTHER:a\(number)")
      }
      await device.sync()
      let text = try await home.text("l/1.ics")
      XCTAssertEqual(text?.contains("SUMMARY:Oat milk \(number)"), true, text ?? "")
      XCTAssertEqual(text?.contains("X-OTHER:a\(number)"), true, text ?? "")
    }
    try await home.put("l/2.ics", uid: "two", ["SUMMARY:Bread"])
    try await home.delete("l/1.ics")
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Bread"])
    let conflicts = try await device.store.column("SELECT title FROM syncConflict")
    XCTAssertEqual(conflicts, [])
  }

  func testAServerThatDoesNotSayTheETagAfterAWrite() async throws {
    try await onEachServer { home in
      try await edits(home) { lines, body in
        (lines.filter { !$0.lowercased().hasPrefix("etag:") }, body)
      }
    }
  }

  func testAServerWithWeakETags() async throws {
    try await onEachServer { home in
      try await edits(home) { lines, body in
        (
          lines.map { $0.lowercased().hasPrefix("etag: ") ? "ETag: W/" + $0.dropFirst(6) : $0 },
          body.replacingOccurrences(of: "getetag>\"", with: "getetag>W/\"")
        )
      }
    }
  }

  func testAServerWithoutSyncTokens() async throws {
    try await onEachServer { home in
      try await edits(home) { lines, body in
        (lines, body.replacingOccurrences(of: "sync-collection", with: "other-report"))
      }
    }
  }

  func testAServerWithoutTokensAndCTags() async throws {
    try await onEachServer { home in
      try await edits(home) { lines, body in
        let other = body.replacingOccurrences(of: "sync-collection", with: "other-report")
        return (lines, other.replacingOccurrences(of: "getctag", with: "other"))
      }
    }
  }

  func testATokenThatIsTooOldBeginsACompleteListing() async throws {
    try await onEachServer { home in
      guard home.server.hasSyncReport else { return }
      let proxy = try proxy(home)
      let device = try await Device(home, port: proxy.port)
      try await home.makeList("l", called: "L")
      try await home.put("l/1.ics", uid: "one", ["SUMMARY:Milk"])
      try await home.put("l/2.ics", uid: "two", ["SUMMARY:Bread"])
      await device.sync()
      try await home.delete("l/1.ics")
      try await home.put("l/3.ics", uid: "three", ["SUMMARY:Tea"])
      try await device.retitle(TodoID(rawValue: "two"), "Rye bread")
      let refusal = """
        <?xml version="1.0"?><D:error xmlns:D="DAV:"><D:valid-sync-token/></D:error>
        """
      // The edit; then the calendars, and the report.
      proxy.plan([.pass, .pass, .answer(status: 403, body: refusal)])
      await device.sync()
      let titles = try await device.titles()
      XCTAssertEqual(titles, ["Rye bread", "Tea"])
      // The refused one, and the one after it.
      let reports = proxy.requests.count { $0.body.contains("sync-level") }
      XCTAssertEqual(reports, 2)
    }
  }

  func testOneInvalidToDoAmongOthers() async throws {
    let home = try await home(.radicale)
    let proxy = try proxy(home)
    try await home.makeList("l", called: "L")
    for number in 0..<3 {
      try await home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:Number \(number)"])
    }
    proxy.always(
      .edit { lines, body in
        (lines, body.replacingOccurrences(of: "SUMMARY:Number 1", with: "END:VALARM"))
      })
    let device = try await Device(home, port: proxy.port)
    await device.sync()
    let titles = try await device.titles()
    XCTAssertEqual(titles, ["Number 0", "Number 2"])
    let summary = try await device.store.syncSummary(of: device.account)
    XCTAssertEqual(summary.unreadable, 1)
    // It is not read in each round, and appears when it can be read.
    let second = await device.sync()
    XCTAssertEqual(second.received, 0)
    proxy.always(nil)
    try await home.change("l/1.ics") {
      $0.replacingOccurrences(of: "SUMMARY:Number 1", with: "SUMMARY:Repaired")
    }
    await device.sync()
    let repaired = try await device.titles()
    XCTAssertEqual(repaired, ["Number 0", "Number 2", "Repaired"])
    let after = try await device.store.syncSummary(of: device.account)
    XCTAssertEqual(after.unreadable, 0)
  }
}
