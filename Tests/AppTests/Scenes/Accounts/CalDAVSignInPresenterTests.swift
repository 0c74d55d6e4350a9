import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class CalDAVSignInPresenterTests: XCTestCase {
  @MainActor
  private final class Scene {
    let presenter: CalDAVSignInPresenter
    let view = RecordingView<CalDAVSignInState>()
    let navigator = RecordingNavigator()

    init(_ bench: SceneBench, _ mode: CalDAVSignInPresenter.Mode = .add) async {
      presenter = CalDAVSignInPresenter(
        mode: mode, store: bench.store, commands: bench.commands, sync: bench.sync,
        signing: bench.signing)
      view.watch(presenter.screen)
      presenter.take(navigator)
      bench.commands.alerts = navigator
      presenter.didLoad()
      await eventually("the accounts") { self.presenter.isLoaded }
    }

    func type(_ address: String, _ user: String, _ password: String) {
      presenter.didChange(.address, address)
      presenter.didChange(.user, user)
      presenter.didChange(.password, password)
    }
  }

  @MainActor
  func testSigningInSetsUpTheAccount() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let scene = await Scene(bench)
    XCTAssertTrue(scene.view.state.hasLocalLists)
    XCTAssertTrue(scene.view.state.isMoving, "the first account takes what is here")
    scene.type(" example.org ", "ann", " secret ")
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    let request = try XCTUnwrap(bench.signing.caldavRequests.first)
    XCTAssertEqual(
      request, CalDAVSignInRequest(address: "example.org", user: "ann", password: " secret "))
    let account = try await bench.store.accounts()
    XCTAssertEqual(account.map(\.user), ["ann"])
    XCTAssertEqual(bench.signing.secrets, Set(account.map(\.id)))
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.account), account.map(\.id))
  }

  @MainActor
  func testWhatIsNeeded() async throws {
    let scene = await Scene(try SceneBench())
    for (address, user, password, isEnough) in [
      ("", "ann", "x", false), ("example.org", "", "x", false), ("example.org", "ann", "", false),
      ("ann@example.org", "", "x", true), ("https://ann@example.org/", "", "x", false),
      ("example.org", "ann", " ", true),
    ] {
      scene.type(address, user, password)
      XCTAssertEqual(scene.view.state.canSubmit, isEnough, "\(address) \(user) \(password)")
    }
  }

  @MainActor
  func testProblemsStandWhereTheyCanBeMended() async throws {
    let bench = try SceneBench()
    let scene = await Scene(bench)
    scene.type("example.org", "ann", "secret")
    for (failure, field): (AccountSignInFailure, CalDAVSignInState.Field?) in [
      (.caldav(.wrongPassword), .password), (.caldav(.notCalDAV), .address),
      (.caldav(.noTaskList), nil), (.keyring(.unavailable), nil),
      (.caldav(.unavailable(status: 503)), nil),
    ] {
      bench.signing.failures = [failure]
      let count = scene.view.state.problemCount
      scene.presenter.didSubmit()
      await eventually("the problem") { scene.view.state.problemCount > count }
      XCTAssertEqual(scene.view.state.problem?.field, field)
      XCTAssertEqual(scene.view.state.problem?.text, ErrorText.reason(failure))
      XCTAssertEqual(scene.view.state.problem?.details, ErrorText.detail(failure))
      XCTAssertFalse(scene.view.state.isBusy)
    }
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [])
  }

  @MainActor
  func testCancellingLeavesNoSecret() async throws {
    let bench = try SceneBench()
    let scene = await Scene(bench)
    bench.signing.isHolding = true
    scene.type("example.org", "ann", "secret")
    scene.presenter.didSubmit()
    await eventually("the request") { bench.signing.openCount == 1 }
    scene.presenter.didCancel()
    XCTAssertFalse(scene.view.state.isBusy)
    bench.signing.answer()
    await eventually("the secret is gone") { bench.signing.signedOut.count == 1 }
    XCTAssertEqual(bench.signing.secrets, [])
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [])
  }

  @MainActor
  func testTheBrowserIsOfferedWhereTheServerOffersIt() async throws {
    let bench = try SceneBench()
    let scene = await Scene(bench)
    scene.presenter.didLeaveAddress()
    bench.signing.offersBrowser = true
    scene.presenter.didChange(.address, "exam")
    scene.presenter.didChange(.address, " example.org ")
    XCTAssertEqual(bench.signing.asked, [], "nobody is asked while it is typed")
    scene.presenter.didSubmit()
    await eventually("the offer") { scene.view.state.offersBrowser }
    scene.presenter.didLeaveAddress()
    scene.presenter.didChange(.user, "ann")
    XCTAssertTrue(scene.view.state.offersBrowser)
    XCTAssertEqual(bench.signing.asked, ["example.org"])
    scene.presenter.didChange(.address, "example.net")
    XCTAssertFalse(scene.view.state.offersBrowser, "it was the other server's offer")
    XCTAssertEqual(bench.signing.caldavRequests, [])
  }

  @MainActor
  func testSigningInThroughTheBrowser() async throws {
    let bench = try SceneBench()
    let scene = await Scene(bench)
    bench.signing.isHolding = true
    scene.presenter.didChange(.address, "example.org")
    scene.presenter.didChooseBrowser()
    await eventually("the wait") { scene.view.state.browserAddress != nil }
    XCTAssertTrue(scene.view.state.isBusy)
    scene.presenter.didFailToOpenBrowser("no program")
    XCTAssertEqual(scene.view.state.problem?.text.contains("no program"), true)
    XCTAssertTrue(scene.view.state.isBusy, "the address can be opened elsewhere")
    bench.signing.answer()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.signing.browserRequests, [BrowserSignInRequest(address: "example.org")])
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts.map(\.user), ["ann"])
    XCTAssertEqual(bench.signing.secrets, Set(accounts.map(\.id)))
  }

  @MainActor
  func testTheWaitForTheBrowserCanBeEnded() async throws {
    let bench = try SceneBench()
    let scene = await Scene(bench)
    bench.signing.isHolding = true
    scene.presenter.didChange(.address, "example.org")
    scene.presenter.didChooseBrowser()
    await eventually("the wait") { bench.signing.openCount == 1 }
    scene.presenter.didCancel()
    XCTAssertNil(scene.view.state.browserAddress)
    XCTAssertFalse(scene.view.state.isBusy)
    XCTAssertTrue(scene.presenter.isOpen, "the second Escape closes the dialog")
    bench.signing.answer()
    await eventually("the secret is gone") { bench.signing.signedOut.count == 1 }
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [])
  }

  @MainActor
  func testProblemsOfTheBrowser() async throws {
    let bench = try SceneBench()
    let scene = await Scene(bench)
    scene.presenter.didChange(.address, "example.org")
    for (failure, field): (AccountSignInFailure, CalDAVSignInState.Field?) in [
      (.browser(.otherServer("https://evil.example")), .address), (.browser(.expired), nil),
      (.browser(.notOffered), nil), (.otherBrowserUser, nil), (.caldav(.notCalDAV), .address),
      (.browser(.refused(status: 403)), nil),
    ] {
      bench.signing.failures = [failure]
      let count = scene.view.state.problemCount
      scene.presenter.didChooseBrowser()
      await eventually("the problem") { scene.view.state.problemCount > count }
      XCTAssertEqual(scene.view.state.problem?.field, field)
      XCTAssertEqual(scene.view.state.problem?.text, ErrorText.reason(failure))
      XCTAssertEqual(scene.view.state.problem?.details, ErrorText.detail(failure))
      XCTAssertNil(scene.view.state.browserAddress)
    }
  }

  @MainActor
  func testATrustedCertificateGoesOnInTheBrowser() async throws {
    let bench = try SceneBench()
    let scene = await Scene(bench)
    let unknown = UntrustedCertificate(
      fingerprint: String(repeating: "0", count: 64), subject: "a", issuer: "b", validUntil: nil)
    bench.signing.failures = [.caldav(.untrustedCertificate(unknown))]
    scene.navigator.alerts.script = [CertificateQuestion.Answer.trust.rawValue]
    scene.presenter.didChange(.address, "example.org")
    scene.presenter.didChooseBrowser()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(
      bench.signing.browserRequests.map(\.certificate), [nil, unknown.fingerprint])
  }

  @MainActor
  func testSigningInAgainAsksTheServerAtOnce() async throws {
    let settings = CalDAVSettings(server: "https://example.org", home: "/ann/", user: "ann")
    let account = Account(caldav: settings)
    let bench = try SceneBench()
    bench.signing.offersBrowser = true
    let scene = await Scene(bench, .again(account, settings))
    await eventually("the offer") { scene.view.state.offersBrowser }
    scene.presenter.didChooseBrowser()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(
      bench.signing.browserRequests,
      [
        BrowserSignInRequest(
          address: "https://example.org/ann/",
          expected: ExistingCalDAVAccount(id: account.id, settings: settings), known: [])
      ])
  }

  /// Servers let people change the name with which they sign in.
  @MainActor
  func testSigningInAgainWithAnotherName() async throws {
    let settings = CalDAVSettings(server: "https://example.org", home: "/ann/", user: "ann")
    let account = Account(caldav: settings)
    let bench = try SceneBench()
    try await bench.store.connect(account)
    try await bench.store.addList(named: "Home", to: .account(account.id))
    let scene = await Scene(bench, .again(account, settings))
    XCTAssertEqual(scene.presenter.knownTexts[.user], "ann")
    XCTAssertFalse(scene.view.state.hasLocalLists)
    scene.presenter.didChange(.user, "")
    scene.presenter.didChange(.password, "secret")
    XCTAssertFalse(scene.view.state.canSubmit)
    scene.presenter.didChange(.user, "bob")
    bench.signing.failures = [.otherCalendars]
    scene.presenter.didSubmit()
    await eventually("the problem") { scene.view.state.problemCount == 1 }
    XCTAssertEqual(scene.view.state.problem?.field, .user)
    scene.presenter.didChange(.user, "anna")
    XCTAssertNil(scene.view.state.problem)
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.signing.caldavRequests.map(\.user), ["bob", "anna"])
    XCTAssertEqual(
      bench.signing.caldavRequests.last?.expected,
      ExistingCalDAVAccount(id: account.id, settings: settings))
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts.map(\.user), ["anna"])
    XCTAssertEqual(accounts.map(\.id), [account.id])
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.account), [account.id])
  }

  @MainActor
  func testAnAccountOfTheDesktopIsAddedWithoutQuestions() async throws {
    let bench = try SceneBench()
    let online = try XCTUnwrap(
      OnlineAccount(id: "/a", name: "Ann", uri: "https://ann@example.org/dav/", user: "ann"))
    bench.signing.online = [online]
    let accounts = try await AccountsFixture.loaded(bench)
    await eventually("the offer") { accounts.state.offered == [online] }
    accounts.presenter.didChooseOnline("/b")
    accounts.presenter.didChooseOnline("/a")
    XCTAssertEqual(accounts.navigator.calls, [.addOnline("/a")])

    let scene = await Scene(bench, .online(online))
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.signing.onlineRequests, [OnlineSignInRequest(account: online)])
    let added = try await bench.store.accounts()
    XCTAssertEqual(added.map(\.user), ["ann"])
    await eventually("it is offered no more") { accounts.state.offered.isEmpty }
  }

  @MainActor
  func testWhatTheDesktopDoesNotGiveIsTyped() async throws {
    let bench = try SceneBench()
    let online = try XCTUnwrap(
      OnlineAccount(id: "/a", name: "Ann", uri: "https://example.org/dav/", user: "ann"))
    bench.signing.failures = [.onlineAccounts("locked")]
    let scene = await Scene(bench, .online(online))
    await eventually("the problem") { scene.view.state.problemCount == 1 }
    XCTAssertEqual(scene.view.state.problem?.field, .password)
    XCTAssertEqual(
      scene.presenter.knownTexts, [.address: "https://example.org/dav/", .user: "ann"])
    scene.presenter.didChange(.password, "typed")
    scene.presenter.didSubmit()
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(bench.signing.caldavRequests.last?.password, "typed")
  }

  @MainActor
  func testSigningInAgainTakesTheDesktopsPassword() async throws {
    let settings = CalDAVSettings(server: "https://example.org", home: "/ann/", user: "ann")
    let account = Account(caldav: settings)
    let bench = try SceneBench()
    try await bench.store.connect(account)
    let online = ["https://example.net/", "https://example.org/dav/"].compactMap {
      OnlineAccount(id: $0, name: "Ann", uri: $0, user: "ann")
    }
    bench.signing.online = online
    let scene = await Scene(bench, .again(account, settings))
    await eventually("the end") { !scene.presenter.isOpen }
    XCTAssertEqual(
      bench.signing.onlineRequests,
      [
        OnlineSignInRequest(
          account: online[1], expected: ExistingCalDAVAccount(id: account.id, settings: settings),
          known: [account.id])
      ])
  }

  @MainActor
  func testNothingOfferedThatTheServerDoesNotHave() async throws {
    let account = Account(
      caldav: CalDAVSettings(server: "https://example.org", home: "/ann/", user: "ann"))
    let bench = try SceneBench()
    try await bench.store.connect(account)
    let list = try await bench.store.addList(named: "Home", to: .account(account.id))
    let metadata = try await bench.store.listMetadata()
    XCTAssertEqual(ListAccess(list, metadata, bench.names), .personal)
    let accounts = try await AccountsFixture.loaded(bench)
    XCTAssertEqual(accounts.state.rows.map(\.hasProfile), [false])
    XCTAssertEqual(accounts.state.rows.map(\.server), ["example.org"])
  }
}
