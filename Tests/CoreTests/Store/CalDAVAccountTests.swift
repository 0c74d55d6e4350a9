import Basics
import XCTest

@testable import Core

final class CalDAVAccountTests: XCTestCase {
  private func account(
    _ server: String = "https://example.org", _ home: String = "/ann/", _ user: String = "ann",
    certificate: String? = nil
  ) -> Account {
    Account(
      caldav: CalDAVSettings(server: server, home: home, user: user, certificate: certificate))
  }

  func testOtherPlacesAreOtherAccounts() {
    let all = [
      account(), account("http://example.org"), account("https://example.org:8443"),
      account("https://example.org", "/ann/b/"), account("https://example.org", "/ann%2Fb/"),
      account("https://example.org", "/ann/", "a/nn"),
      account("https://example.org", "/ann/", "a%2Fnn"),
    ]
    XCTAssertEqual(Set(all.map(\.id)).count, all.count)
    for account in all {
      XCTAssertEqual(account.id.root, account.id)
      XCTAssertEqual(account.offers, [])
      XCTAssertTrue(account.hasSecret)
      let share = Account.Share(owner: "bob", list: ListID(rawValue: "l"), role: .reader)
      XCTAssertEqual(account.sharing(share).id.root, account.id)
    }
    XCTAssertEqual(account(certificate: "00").id, account().id)
    XCTAssertEqual(account("https://example.org:8443").name, "ann (example.org:8443)")
  }

  func testItIsReadAsItWasWritten() async throws {
    let store = try TodoStore.inMemory()
    try await store.connect(account())
    let trusting = account(certificate: "00ff")
    try await store.connect(trusting)
    let found = try await store.accounts()
    XCTAssertEqual(found, [trusting])
  }

  func testTheServerIsNamedToTheUser() throws {
    XCTAssertEqual(account("https://example.org:8443").serverTitle, "example.org:8443")
    let google = Account(firestore: try FirestoreSettings(project: "demo", user: "ann"))
    XCTAssertEqual(google.serverTitle, "demo")
    let other = Account(
      firestore: try FirestoreSettings(project: "demo", host: "localhost:8080", user: "ann"))
    XCTAssertEqual(other.serverTitle, "demo · localhost:8080")
  }

  func testOnlySomeServersMayHaveACertificateThatTheSystemDoesNotTrust() async throws {
    XCTAssertEqual(account(certificate: "00").trustedCertificate, "00")
    let firestore = Account(firestore: try FirestoreSettings(project: "demo", user: "ann"))
    XCTAssertNil(firestore.trustedCertificate)
    let store = try TodoStore.inMemory()
    try await store.connect(firestore)
    do throws(StoreError) {
      try await store.trust("00ff", of: firestore.id)
      XCTFail("the certificate is trusted")
    } catch {
      XCTAssertEqual(error, .missing)
    }
    let accounts = try await store.accounts()
    XCTAssertEqual(accounts, [firestore])
  }

  /// Everything that is known of the server belongs to the account by its identifier, which stays.
  func testAnotherNameIsTheSameAccount() async throws {
    let store = try TodoStore.inMemory()
    let before = account()
    try await store.connect(before)
    let list = try await store.addList(named: "Home", to: .account(before.id))
    let settings = CalDAVSettings(server: "https://example.org", home: "/ann/", user: "anna")
    let renamed = Account(caldav: settings, id: before.id)
    try await store.connect(renamed)
    let found = try await store.accounts()
    XCTAssertEqual(found, [renamed])
    XCTAssertEqual(found.map(\.id), [before.id])
    XCTAssertEqual(found.map(\.name), ["anna (example.org)"])
    let lists = try await store.lists()
    XCTAssertEqual(lists.map(\.account), [before.id])
    let waiting = try await store.pendingKeys(of: before.id)
    XCTAssertEqual(waiting.map(\.key.id), [list.id.rawValue])
    let user = try await store.column("SELECT user FROM account")
    XCTAssertEqual(user, ["anna"])
    try await store.trust("00ff", of: before.id)
    let trusting = try await store.accounts()
    XCTAssertEqual(trusting.map(\.id), [before.id])
  }
}
