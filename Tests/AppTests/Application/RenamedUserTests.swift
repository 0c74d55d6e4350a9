import Core
import Sync
import TestSupport
import XCTest

@testable import Service

/// Signing in again with another name, down to the account at a real CalDAV server. The administrator of the server
/// plays the user under the new name: both can use the same home.
final class RenamedUserTests: XCTestCase {
  private struct Bench {
    let home: CalDAVTestHome
    let account: Account
    let store: TodoStore
    let secrets = MemorySecretStore()
    let signing: AccountSignIn

    @MainActor
    init() async throws {
      do {
        home = try await CalDAVServer.shared(.radicale).newHome()
      } catch let unavailable as CalDAVServer.Unavailable {
        throw XCTSkip(unavailable.reason)
      }
      try await home.makeList("l", called: "L")
      account = Account(caldav: home.settings())
      store = try TodoStore.inMemory()
      try await store.connect(account)
      try await secrets.setSecret(CalDAVServer.password, for: account.id, label: "")
      signing = AccountSignIn(transport: SoupTransport(), secrets: secrets)
    }

    /// Reads and sends everything, with the settings that are stored.
    @MainActor
    func sync() async throws {
      let stored = try await store.accounts()
      let account = try XCTUnwrap(stored.first)
      let access = ServerAccess(
        store: store, secrets: secrets, dueTimesRing: { true }, tokens: { _ in nil })
      let engine = SyncEngine(
        account: account.id, store: store, backend: access.backend(for: account))
      let outcome = await engine.syncOnce(pull: true, wake: true)
      XCTAssertEqual(outcome.end, .finished)
      XCTAssertEqual(outcome.refusals, [])
    }

    @MainActor
    func signIn(as user: String) async throws -> Result<Account, AccountSignInFailure> {
      let settings = home.settings()
      let expected = ExistingCalDAVAccount(
        id: account.id, settings: settings, todos: try await store.sampleOfTodos(in: account.id))
      do throws(AccountSignInFailure) {
        return .success(
          try await signing.signIn(
            CalDAVSignInRequest(
              address: settings.server + settings.home, user: user,
              password: CalDAVServer.password, expected: expected, known: [account.id])))
      } catch {
        return .failure(error)
      }
    }
  }

  @MainActor
  func testTheSameCalendarsAreTheSameAccount() async throws {
    let it = try await Bench()
    for number in 0..<3 {
      try await it.home.put("l/\(number).ics", uid: "uid-\(number)", ["SUMMARY:\(number)"])
    }
    try await it.sync()
    let todos = try await it.store.allTodos().map(\.id)
    XCTAssertEqual(todos.count, 3)
    try await it.store.edit(todos[0]) { $0.content = "edited" }
    // Another device has changed one of them meanwhile, and deleted one.
    try await it.home.delete("l/0.ics")
    try await it.home.put("l/1.ics", uid: "uid-1", ["SUMMARY:changed"])
    let user = it.home.asAdministrator.user
    let account = try await it.signIn(as: user).get()
    XCTAssertEqual(account.id, it.account.id)
    XCTAssertEqual(account.user, user)
    try await it.store.connect(account)
    try await it.sync()
    let titles = try await it.store.allTodos().map(\.content).sorted()
    XCTAssertEqual(titles, ["2", "changed", "edited"])
    let waiting = try await it.store.waitingCount(below: account.id)
    XCTAssertEqual(waiting, 0)
  }

  /// Some servers have one path for the homes of all users. What waits must not reach somebody else's calendars.
  @MainActor
  func testTheSamePathIsNotEnough() async throws {
    let it = try await Bench()
    let user = it.home.asAdministrator.user
    let unknown = try await it.signIn(as: user)
    XCTAssertEqual(unknown, .failure(.otherCalendars), "there is nothing to recognise it by")
    try await it.home.put("l/0.ics", uid: "uid-0", ["SUMMARY:0"])
    try await it.sync()
    // The same names with other contents.
    try await it.home.put("l/0.ics", uid: "uid-0", ["SUMMARY:somebody else's"])
    let other = try await it.signIn(as: user)
    XCTAssertEqual(other, .failure(.otherCalendars))
    let secret = try await it.secrets.secret(for: it.account.id)
    XCTAssertEqual(secret, CalDAVServer.password)
    let same = try await it.signIn(as: it.home.user).get()
    XCTAssertEqual(same, it.account)
  }

  @MainActor
  func testOtherCalendarsAreNotTheAccount() async throws {
    let it = try await Bench()
    try await it.home.put("l/0.ics", uid: "uid-0", ["SUMMARY:0"])
    try await it.sync()
    let other = try await CalDAVServer.shared(.radicale).newHome()
    try await other.makeList("l", called: "L")
    // May not read the home of the other one, so the way leads to the user's own.
    let found = try await it.signIn(as: other.user)
    XCTAssertNotEqual(try? found.get().id, it.account.id)
    guard case .failure = found else { return XCTFail("\(found)") }
  }
}
