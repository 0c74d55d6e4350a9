import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SignInPresenterTests: XCTestCase {
  @MainActor
  func testSigningInSetsUpTheAccount() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    scene.typeAll()
    XCTAssertTrue(scene.state.canSubmit)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let accounts = try await scene.accounts()
    XCTAssertEqual(accounts, [try .signedIn()])
    XCTAssertEqual(bench.signing.secrets, Set(accounts.map(\.id)))
    XCTAssertEqual(bench.sync.calls, [.syncNow])
    XCTAssertEqual(bench.signing.requests.map(\.isNew), [false])
    XCTAssertEqual(bench.signing.requests.map(\.email), ["ann@example.com"])
    XCTAssertEqual(bench.signing.requests.map(\.password), ["secret-1"])
  }

  @MainActor
  func testAPastedConfigurationFillsBothFields() async throws {
    for field in [.project, .apiKey] as [SignInForm.Field] {
      let scene = try await SignInFixture.loaded(try SceneBench())
      scene.type([
        field: "const firebaseConfig = {\n apiKey: \"key-1\",\n projectId: \"demo-1\",\n};"
      ])
      await eventually("both") {
        scene.state.texts[.project] == "demo-1" && scene.state.texts[.apiKey] == "key-1"
      }
    }
  }

  @MainActor
  func testAllFourAreNeeded() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    XCTAssertFalse(scene.state.canSubmit)
    scene.typeAll()
    for field in [.project, .apiKey, .email, .password] as [SignInForm.Field] {
      scene.type([field: " "])
      XCTAssertFalse(scene.state.canSubmit, "\(field)")
      scene.presenter.didSubmit()
      scene.type([field: field == .email ? "ann@example.com" : "x"])
      XCTAssertTrue(scene.state.canSubmit, "\(field)")
    }
    XCTAssertEqual(bench.signing.requests, [])
  }

  @MainActor
  func testServerOfThisComputerWantsAUserAndNothingElse() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    scene.type([.project: "demo", .host: "127.0.0.1:8080"])
    XCTAssertTrue(scene.state.isOpen)
    XCTAssertFalse(scene.state.canSubmit)
    scene.type([.apiKey: "key"])
    XCTAssertFalse(scene.state.isOpen, "with a key somebody can sign in there too")
    scene.type([.apiKey: "", .user: "ann"])
    XCTAssertTrue(scene.state.canSubmit)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let accounts = try await scene.accounts()
    XCTAssertEqual(accounts, [try .sample()])
    XCTAssertEqual(bench.signing.requests, [])
    let other = try await SignInFixture.loaded(bench)
    other.type([.project: "demo", .user: "ann"])
    for host in ["example.com", "10.0.0.1:80", "127.0.0.1.example.com", ""] {
      other.type([.host: host])
      XCTAssertFalse(other.state.isOpen, host)
    }
  }

  @MainActor
  func testEachMistakeStandsAtItsField() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    let cases: [(SignInForm.Field, wrong: String, right: String)] = [
      (.project, "a/b", "demo"), (.database, "a/b", ""), (.host, "no host!", ""),
      (.apiKey, "ä", "key"), (.email, "ann", "ann@example.com"),
      (.identityHost, "no host!", ""), (.tokenHost, "a b", ""),
    ]
    for (number, (field, wrong, right)) in cases.enumerated() {
      scene.typeAll()
      scene.type([field: wrong])
      scene.presenter.didSubmit()
      XCTAssertEqual(scene.state.problem?.field, field)
      XCTAssertEqual(scene.state.problemCount, number + 1, "the focus goes there each time")
      scene.type([field == .database ? .host : .database: ""])
      XCTAssertEqual(scene.state.problem?.field, field, "another field does not mend it")
      scene.type([field: right])
      XCTAssertNil(scene.state.problem)
    }
    XCTAssertEqual(bench.signing.requests, [])
  }

  @MainActor
  func testEachRefusalIsToldAndWhatWasTypedStays() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    let cases: [(AccountSignInFailure, SignInForm.Field?)] = [
      (.identity(.wrongCredentials), .password), (.identity(.weakPassword), .password),
      (.identity(.emailInUse), .email), (.identity(.invalidEmail), .email),
      (.identity(.userDisabled), .email), (.identity(.badKey), .apiKey),
      (.identity(.tooManyAttempts), nil), (.identity(.notEnabled), nil),
      (.identity(.secondFactorRequired), nil),
      (.identity(.refused(status: 400, code: "X")), nil),
      (.identity(.transient(.transient(cause: .unreachable, retryAfter: nil))), nil),
      (.identity(.protocolViolation(detail: "x")), nil),
      (.keyring(.unavailable), nil), (.keyring(.locked), nil), (.keyring(.timedOut), nil),
      (.keyring(.failed(detail: "x")), nil), (.otherUser, nil),
    ]
    scene.typeAll()
    let texts = scene.state.texts
    var told: Set<String> = []
    for (failure, field) in cases {
      bench.signing.failures = [failure]
      scene.presenter.didSubmit()
      XCTAssertTrue(scene.state.isBusy)
      await eventually("\(failure)") { !scene.state.isBusy }
      let problem = try XCTUnwrap(scene.state.problem)
      XCTAssertEqual(problem.field, field, "\(failure)")
      XCTAssertEqual(problem.details, ErrorText.detail(failure), "\(failure)")
      told.insert(problem.text)
      XCTAssertEqual(scene.state.texts, texts)
      XCTAssertTrue(scene.state.canSubmit, "the password is there too")
    }
    XCTAssertEqual(told.count, cases.count, "each in its own words")
    let accounts = try await scene.accounts()
    XCTAssertEqual(accounts, [])
    XCTAssertTrue(scene.presenter.isOpen)
  }

  @MainActor
  func testFailingDiskTakesTheSecretAway() async throws {
    let bench = try SceneBench(onDisk: true)
    let scene = try await SignInFixture.loaded(bench)
    scene.typeAll()
    try await bench.setWritesFail(true)
    scene.presenter.didSubmit()
    await eventually("the alert") { scene.navigator.alerts.titles == ["The Account Was Not Saved"] }
    await eventually("the keyring") { bench.signing.secrets.isEmpty }
    XCTAssertEqual(bench.signing.signedOut.count, 1)
    XCTAssertFalse(scene.state.isBusy)
    XCTAssertTrue(scene.presenter.isOpen)
    try await bench.setWritesFail(false)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.signing.secrets.count, 1)
  }

  @MainActor
  func testSigningInIsCancelled() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    scene.typeAll()
    bench.signing.isHolding = true
    scene.presenter.didSubmit()
    await eventually("the attempt") { bench.signing.openCount == 1 }
    scene.presenter.didSubmit()
    scene.presenter.didCancel()
    XCTAssertFalse(scene.state.isBusy)
    XCTAssertNil(scene.state.problem)
    XCTAssertTrue(scene.presenter.isOpen, "the dialog stays")
    bench.signing.answer()
    await eventually("the keyring") { bench.signing.signedOut.count == 1 }
    let accounts = try await scene.accounts()
    XCTAssertEqual(accounts, [])
    scene.presenter.didCancel()
    XCTAssertFalse(scene.presenter.isOpen)
  }

  @MainActor
  func testSigningInAgainAsksForThePasswordOnly() async throws {
    let bench = try SceneBench()
    let account = try Account.signedIn()
    try await bench.store.connect(account)
    try await bench.add("milk")
    let waiting = try await bench.store.pendingRecords(of: account.id)
    let scene = try await SignInFixture.loaded(bench, .again(account, .demo()))
    XCTAssertEqual(scene.state.knownName, "ann@example.com")
    XCTAssertFalse(scene.state.canSubmit)
    XCTAssertFalse(scene.state.hasLocalLists)
    scene.type([.password: "secret-2"])
    bench.signing.user = "somebody else"
    scene.presenter.didSubmit()
    await eventually("the problem") { scene.state.problem != nil }
    bench.signing.user = "uid"
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.signing.requests.last?.expected, account.id)
    XCTAssertEqual(bench.signing.requests.last?.known, [account.id])
    let accounts = try await scene.accounts()
    XCTAssertEqual(accounts, [account])
    let left = try await bench.store.pendingRecords(of: account.id)
    XCTAssertEqual(left, waiting, "the queue is kept")
    XCTAssertEqual(bench.sync.calls, [.syncNow])
  }

  @MainActor
  func testListsAreMovedAsChosen() async throws {
    for (isFirst, choice, isMoved) in [
      (true, nil, true), (true, false, false), (false, nil, false), (false, true, true),
    ] as [(Bool, Bool?, Bool)] {
      let bench = try SceneBench()
      if !isFirst { _ = try await bench.connect() }
      let list = try await bench.store.addList(named: "Home", to: .thisComputer)
      let scene = try await SignInFixture.loaded(bench)
      XCTAssertTrue(scene.state.hasLocalLists)
      XCTAssertEqual(scene.state.isMoving, isFirst)
      if let choice { scene.presenter.didToggleMove(choice) }
      scene.typeAll()
      scene.presenter.didSubmit()
      await eventually("the end") { !scene.presenter.isOpen }
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists.map(\.name), [list.name])
      XCTAssertEqual(lists[0].account != nil, isMoved)
    }
  }

  @MainActor
  func testNothingShowsThePassword() async throws {
    let bench = try SceneBench()
    let scene = try await SignInFixture.loaded(bench)
    scene.typeAll(password: "hunter-2")
    bench.signing.failures = [.identity(.wrongCredentials)]
    scene.presenter.didSubmit()
    await eventually("the problem") { scene.state.problem != nil }
    var form = SignInForm()
    form[.password] = "hunter-2"
    let request = try XCTUnwrap(bench.signing.requests.first)
    XCTAssertEqual(request.password, "hunter-2")
    for shown in [form, request, scene.presenter, scene.view.states] as [Any] {
      var text = "\(shown)" + String(reflecting: shown)
      dump(shown, to: &text)
      XCTAssertFalse(text.contains("hunter-2"), text)
    }
  }
}
