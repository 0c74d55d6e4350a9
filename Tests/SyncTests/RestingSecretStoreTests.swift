import Core
import Sync
import TestSupport
import XCTest

final class RestingSecretStoreTests: XCTestCase {
  private let asking = MemorySecretStore()
  private let silent = MemorySecretStore()
  private let account = AccountID(rawValue: "a")
  private lazy var store = RestingSecretStore(asking: asking, silent: silent)

  private func lock() {
    for store in [asking, silent] { store.fail(with: .locked) }
  }

  func testAClosedDialogDoesNotComeBackByItself() async throws {
    lock()
    for number in 1...3 {
      await assertThrows(SecretError.locked) { try await store.secret(for: account) }
      XCTAssertEqual(asking.reads, 1)
      XCTAssertEqual(silent.reads, number - 1)
    }
    // The user wants it.
    store.askAgain()
    await assertThrows(SecretError.locked) { try await store.secret(for: account) }
    XCTAssertEqual(asking.reads, 2)
  }

  /// Another program may have unlocked the keyring.
  func testAnOpenKeyringIsNoticed() async throws {
    lock()
    await assertThrows(SecretError.locked) { try await store.secret(for: account) }
    silent.fail(with: nil)
    _ = try await store.secret(for: account)
    await assertThrows(SecretError.locked) { try await store.secret(for: account) }
    XCTAssertEqual([asking.reads, silent.reads], [2, 1], "locked anew, it may be asked for anew")
  }

  func testAProblemWithoutADialogChangesNothing() async throws {
    asking.fail(with: .failed(detail: "x"))
    for _ in 1...2 {
      await assertThrows(SecretError.failed(detail: "x")) { try await store.secret(for: account) }
    }
    XCTAssertEqual([asking.reads, silent.reads], [2, 0])
  }
}
