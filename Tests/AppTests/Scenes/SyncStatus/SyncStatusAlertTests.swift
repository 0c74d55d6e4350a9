import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncStatusAlertTests: XCTestCase {
  @MainActor
  func testOfflineIsNeverAnAlert() async throws {
    let sync = try await SyncStatusFixture()
    try await sync.bench.add("milk")
    try await sync.round(ended: .unreachable)
    await sync.shows("Offline: 2 changes waiting")
    try await sync.hasSeenAll()
    XCTAssertEqual(sync.alerts.alerts, [])
  }

  @MainActor
  func testARefusalIsToldOnce() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    try await sync.refuse(todo)
    await sync.asks(1)
    let alert = try XCTUnwrap(sync.alerts.alerts.first)
    XCTAssertEqual(alert.title, "“milk” Was Not Accepted")
    XCTAssertEqual(alert.body, ErrorText.reason(SyncStatusFixture.refusal))
    XCTAssertEqual(alert.responses.map(\.id), ["discard", "keep", "retry"])
    XCTAssertEqual(alert.responses.map(\.style), [.destructive, .plain, .suggested])
    XCTAssertEqual([alert.defaultResponse, alert.closeResponse], ["keep", "keep"])
    try await sync.refuse(todo, .refused(status: 403, code: "STILL"))
    try await sync.hasSeenAll()
    XCTAssertEqual(sync.alerts.alerts.count, 1, "told already")
    XCTAssertEqual(sync.bench.sync.calls, [], "kept for later")
  }

  @MainActor
  func testMissingToDosAreAskedAboutOnce() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    let account = sync.account.id
    let held = HeldDeletions(list: todo.listID, known: 12, records: sync.deletions(of: 7))
    try await sync.bench.store.noteSync(of: account, held: [held])
    await sync.asks(1)
    let alert = try XCTUnwrap(sync.alerts.alerts.first)
    let name = try await sync.bench.store.lists()[0].name
    XCTAssertEqual(alert.title, "Remove To-Dos of “\(name)”?")
    XCTAssertTrue(
      alert.body.hasPrefix("7 of 12 to-dos in “\(name)” are missing on the server."), alert.body)
    XCTAssertEqual(alert.responses.map(\.id), ["remove", "later", "keep"])
    XCTAssertEqual([alert.defaultResponse, alert.closeResponse], ["later", "later"])
    XCTAssertEqual(sync.section?.needsDecision, true)
    XCTAssertEqual(sync.state.button.condition, .problem)
    // Later is no answer, and the next round asks nothing new.
    try await sync.bench.store.noteSync(of: account, held: [held])
    try await sync.hasSeenAll()
    XCTAssertEqual(sync.alerts.alerts.count, 1)
    XCTAssertEqual(sync.bench.sync.calls, [])
    sync.alerts.script = ["keep"]
    sync.presenter.didChooseDeciding(about: account)
    await eventually("the answer") {
      sync.bench.sync.calls == [.answer(.keep, todo.listID, account)]
    }
    // After an answer, more that is missing is asked about again.
    try await sync.bench.store.answer(.keep, forMissingIn: todo.listID, of: account)
    await eventually("nothing to decide") { sync.section?.needsDecision == false }
    let more = HeldDeletions(list: todo.listID, known: 12, records: sync.deletions(of: 8))
    try await sync.bench.store.noteSync(of: account, held: [more])
    await sync.asks(3)
  }

  @MainActor
  func testAnotherCertificateIsAskedAboutThoughNothingWaits() async throws {
    let sync = try await SyncStatusFixture()
    let settings = CalDAVSettings(
      server: "https://dav.example", home: "/ann/", user: "ann", certificate: "0123abcd")
    let account = Account(caldav: settings)
    try await sync.bench.store.connect(account)
    let met = UntrustedCertificate(fingerprint: "4567cdef", subject: "CN=dav", issuer: "CN=dav")
    try await sync.round(ended: .untrusted(met), of: account)
    await sync.asks(1)
    let alert = try XCTUnwrap(sync.alerts.alerts.first)
    XCTAssertEqual(alert.title, "Trust the New Certificate?")
    XCTAssertTrue(alert.body.contains("New SHA-256 fingerprint: 4567 cdef"), alert.body)
    XCTAssertTrue(alert.body.contains("Trusted so far: 0123 abcd"), alert.body)
    XCTAssertEqual(alert.closeResponse, "cancel")
    await eventually("a decision is needed") {
      sync.state.sections.first { $0.id == account.id }?.needsDecision == true
    }
    XCTAssertEqual(sync.banner, "Server unavailable")
    XCTAssertEqual(sync.bench.sync.calls, [], "cancelled")
    sync.alerts.script = ["trust"]
    sync.presenter.didChooseDeciding(about: account.id)
    await eventually("the answer") { sync.bench.sync.calls == [.trust("4567cdef", account.id)] }
    try await sync.bench.store.trust("4567cdef", of: account.id)
    let now = try await sync.bench.store.accounts()
    XCTAssertTrue(now.contains(Account(caldav: settings.trusting("4567cdef"))))
    await eventually("nothing to decide") {
      sync.state.sections.first { $0.id == account.id }?.needsDecision == false
    }
  }

  @MainActor
  func testANewEpisodeIsToldAgain() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    try await sync.refuse(todo)
    await sync.asks(1)
    try await sync.refuse(todo, nil)
    try await sync.hasSeenAll()
    try await sync.refuse(todo)
    await sync.asks(2)
  }

  @MainActor
  func testAnswersAreCarriedOut() async throws {
    let sync = try await SyncStatusFixture()
    let account = sync.account.id
    sync.alerts.script = ["retry", "discard", "keep"]
    var todos: [Todo] = []
    for title in ["a", "b", "c"] {
      let todo = try await sync.bench.add(title)
      todos.append(todo)
      try await sync.refuse(todo)
      await sync.asks(todos.count)
    }
    await eventually("the calls") {
      sync.bench.sync.calls == [.retry(todos[0].key, account), .discard(todos[1].key, account)]
    }
  }

  @MainActor
  func testSeveralRefusalsAreOneAlert() async throws {
    let sync = try await SyncStatusFixture()
    let account = sync.account.id
    sync.alerts.isHolding = true
    let first = try await sync.bench.add("first")
    var others: [Todo] = []
    for title in ["b", "c", "d"] { others.append(try await sync.bench.add(title)) }
    try await sync.refuse(first)
    await sync.asks(1)
    XCTAssertFalse(sync.alerts.alerts[0].body.contains("more"))
    for todo in others { try await sync.refuse(todo) }
    try await sync.hasSeenAll()
    XCTAssertEqual(sync.alerts.alerts.count, 1, "one at a time")
    sync.alerts.answer("keep")
    await sync.asks(2)
    XCTAssertEqual(sync.alerts.titles.last, "“b” Was Not Accepted")
    XCTAssertEqual(
      sync.alerts.alerts.last?.body,
      ErrorText.reason(SyncStatusFixture.refusal)
        + "\n\nThis also applies to 2 other refused changes.")
    sync.alerts.answer("retry")
    await eventually("the calls") {
      sync.bench.sync.calls == others.map { .retry($0.key, account) }
    }
  }

  @MainActor
  func testAnAnswerThatFailsIsToldAndTheOthersGoOn() async throws {
    let sync = try await SyncStatusFixture()
    sync.alerts.isHolding = true
    let first = try await sync.bench.add("first")
    let todos = [try await sync.bench.add("b"), try await sync.bench.add("c")]
    try await sync.refuse(first)
    await sync.asks(1)
    for todo in todos { try await sync.refuse(todo) }
    try await sync.hasSeenAll()
    sync.alerts.answer("keep")
    await sync.asks(2)
    sync.bench.sync.discardError = .diskFull
    sync.alerts.answer("discard")
    await sync.asks(3)
    XCTAssertEqual(sync.alerts.titles.last, "The Change to “b” Was Not Discarded")
    sync.alerts.answer("close")
    await eventually("the calls") {
      sync.bench.sync.calls == todos.map { .discard($0.key, sync.account.id) }
    }
  }

  @MainActor
  func testAccountProblemIsToldOnceUntilAllIsWellAgain() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    try await sync.round(ended: .authentication)
    await sync.asks(1)
    let alert = try XCTUnwrap(sync.alerts.alerts.first)
    XCTAssertEqual(alert.title, "Changes Were Not Sent")
    XCTAssertEqual(
      alert.body,
      ErrorText.reason(.authentication) + "\n\n2 changes are kept on this computer.")
    XCTAssertEqual(alert.responses.map(\.id), ["keep", "sign-in"])
    try await sync.round(ended: .unavailable(status: 500))
    try await sync.round(ended: .unreachable)
    try await sync.round(ended: .unavailable(status: 503), at: todo.key)
    try await sync.hasSeenAll()
    XCTAssertEqual(sync.alerts.alerts.count, 1, "the same episode")
    try await sync.round(ended: nil)
    await sync.shows(nil)
    try await sync.round(ended: .unavailable(status: 503), at: todo.key)
    await sync.asks(2)
    XCTAssertEqual(sync.alerts.titles.last, "“milk” Was Not Sent")
    XCTAssertEqual(sync.alerts.alerts.last?.responses.map(\.id), ["discard", "keep", "retry"])
  }

  @MainActor
  func testAnotherRowOfFailuresIsToldThoughNobodySawTheFirstOneEnd() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    try await sync.round(ended: .unavailable(status: 503), at: todo.key)
    try await sync.round(ended: .unavailable(status: 503), at: todo.key)
    await sync.asks(1)
    // It may have asked after the first try.
    try await sync.hasSeenAll()
    // It ends, and the next try fails, before the window looks again.
    let first = SyncRetry(
      attempts: 1, notBefore: sync.bench.time.now(), problem: .unavailable(status: 503),
      record: todo.key)
    try await sync.bench.store.setAccountRetry(first, of: sync.account.id)
    await sync.asks(2)
  }

  @MainActor
  func testAccountProblemWithoutChangesIsNoAlert() async throws {
    let sync = try await SyncStatusFixture()
    try await sync.round(ended: .authentication)
    await sync.shows("Server unavailable")
    XCTAssertEqual(sync.alerts.alerts, [])
    try await sync.bench.store.addList(named: "Home")
    await sync.asks(1)
    XCTAssertTrue(
      sync.alerts.alerts[0].body.hasSuffix("1 change is kept on this computer."))
  }

  @MainActor
  func testAnswersToAnAccountProblem() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    sync.alerts.script = ["retry", "discard"]
    for count in 1...2 {
      try await sync.round(ended: .unavailable(status: 503), at: todo.key)
      await sync.asks(count)
      try await sync.round(ended: nil)
      await sync.shows(nil)
    }
    await eventually("the calls") {
      sync.bench.sync.calls == [.syncNow, .discard(todo.key, sync.account.id)]
    }
  }

  @MainActor
  func testSigningInLeadsToTheAccounts() async throws {
    let sync = try await SyncStatusFixture()
    sync.alerts.script = ["sign-in"]
    try await sync.bench.add("milk")
    try await sync.round(ended: .authentication)
    await eventually("the accounts") { sync.navigator.calls == [.dialog(AccountsRoute.self)] }
    XCTAssertEqual(sync.bench.sync.calls, [], "nothing is sent before")
  }

  @MainActor
  func testEveryAccountIsTold() async throws {
    let sync = try await SyncStatusFixture()
    let other = try Account.sample(user: "bob")
    try await sync.bench.store.connect(other, isAdopting: false)
    try await sync.bench.store.addList(named: "Work", to: .account(other.id))
    let home = try await sync.bench.store.addList(named: "Home", to: .account(sync.account.id))
    try await sync.bench.add("milk", to: home.id)
    try await sync.round(ended: .authentication)
    await sync.asks(1)
    XCTAssertEqual(
      sync.alerts.alerts.first?.body,
      ErrorText.reason(.authentication) + "\n\nAccount: ann (demo)\n\n"
        + "2 changes are kept on this computer.")
    try await sync.round(ended: .unavailable(status: 500), of: other)
    await sync.asks(2)
    let second = try XCTUnwrap(sync.alerts.alerts.last)
    XCTAssertTrue(second.body.contains("Account: bob (demo)"))
    XCTAssertEqual(second.responses.map(\.id), ["keep", "retry"])
  }

  @MainActor
  func testNothingPopsUpOverTheDetails() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    sync.presenter.didOpen()
    try await sync.refuse(todo)
    await eventually("the item") { sync.section?.items.first?.mark == .quarantined }
    sync.presenter.didClose()
    try await sync.hasSeenAll()
    XCTAssertEqual(sync.alerts.alerts, [], "seen there")
    try await sync.refuse(try await sync.bench.add("bread"))
    await sync.asks(1)
    XCTAssertEqual(sync.alerts.titles, ["“bread” Was Not Accepted"])
  }

  @MainActor
  func testAlertsWaitForChangesFromLastTime() async throws {
    for areReported in [true, false] {
      let sync = try await SyncStatusFixture()
      sync.presenter.pauseAlerts()
      try await sync.refuse(try await sync.bench.add("milk"))
      try await sync.hasSeenAll()
      XCTAssertEqual(sync.alerts.alerts, [])
      sync.presenter.resumeAlerts(areReported: areReported)
      if areReported {
        try await sync.hasSeenAll()
        XCTAssertEqual(sync.alerts.alerts, [])
      } else {
        await sync.asks(1)
      }
    }
  }
}
