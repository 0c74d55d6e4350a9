import Basics
import Core
import Sync
import TestSupport
import XCTest

/// The keyring of the desktop, a real one on a bus of the test's own.
final class SecretServiceTests: XCTestCase {
  private let ann = AccountID(rawValue: "firestore:/h/p/(default)/ann")
  private let bob = AccountID(rawValue: "firestore:/h/p/(default)/bob")

  private func session() throws -> SecretServiceSession {
    let session = try secretServiceSession()
    try session.startKeyring(password: "keyring")
    return session
  }

  func testKeepsReadsChangesAndRemoves() async throws {
    let store = SecretServiceStore(busAddress: try session().busAddress)
    var secret = try await store.secret(for: ann)
    XCTAssertNil(secret)
    try await store.setSecret("first", for: ann, label: "Optimist: ann")
    try await store.setSecret("other", for: bob, label: "Optimist: bob")
    secret = try await store.secret(for: ann)
    XCTAssertEqual(secret, "first")
    try await store.setSecret("second", for: ann, label: "Optimist: ann")
    secret = try await store.secret(for: ann)
    XCTAssertEqual(secret, "second")
    try await store.removeSecret(for: ann)
    secret = try await store.secret(for: ann)
    XCTAssertNil(secret)
    try await store.removeSecret(for: ann)
    secret = try await store.secret(for: bob)
    XCTAssertEqual(secret, "other")
  }

  func testSecretsComeBackByteForByte() async throws {
    let store = SecretServiceStore(busAddress: try session().busAddress)
    for text in [
      "", " a\n", "비밀 🔑", "nul\u{0}in it", "e\u{301}", String(repeating: "long", count: 5000),
    ] {
      try await store.setSecret(text, for: ann, label: "Optimist")
      let secret = try await store.secret(for: ann)
      XCTAssertEqual(secret.map { Array($0.utf8) }, Array(text.utf8))
    }
  }

  func testOutlivesTheKeyringsEnd() async throws {
    let session = try session()
    let store = SecretServiceStore(busAddress: session.busAddress)
    try await store.setSecret("kept", for: ann, label: "Optimist")
    session.stopKeyring()
    await assertThrows(SecretError.unavailable) { try await store.secret(for: ann) }
    try session.startKeyring(password: "keyring")
    let secret = try await store.secret(for: ann)
    XCTAssertEqual(secret, "kept")
  }

  func testManyAtOnce() async throws {
    let store = SecretServiceStore(busAddress: try session().busAddress)
    let accounts = (0..<20).map { AccountID(rawValue: "account \($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for account in accounts {
        group.addTask {
          try await store.setSecret(account.rawValue, for: account, label: "Optimist")
        }
      }
      try await group.waitForAll()
    }
    for account in accounts {
      let secret = try await store.secret(for: account)
      XCTAssertEqual(secret, account.rawValue)
    }
  }

  func testAnotherProgramSeesWhatWasMeant() async throws {
    let session = try session()
    let store = SecretServiceStore(busAddress: session.busAddress)
    try await store.setSecret("one", for: ann, label: "Optimist: ann@example.org")
    try await store.setSecret("two", for: ann, label: "Optimist: ann@example.org")
    let text = session.found(ann.rawValue)
    let lines = text.split(separator: "\n")
    XCTAssertEqual(lines.filter { $0.hasPrefix("secret = ") }, ["secret = two"])
    XCTAssertTrue(lines.contains("label = Optimist: ann@example.org"), text)
    XCTAssertTrue(lines.contains("schema = io.github.optimist_todo.Optimist"), text)
  }
}
