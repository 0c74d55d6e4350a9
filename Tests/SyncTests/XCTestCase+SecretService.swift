import TestSupport
import XCTest

extension XCTestCase {
  /// A bus for this test; skips the test, with the reason, where there can be no keyring.
  func secretServiceSession() throws -> SecretServiceSession {
    do {
      let session = try SecretServiceSession()
      addTeardownBlock { session.stop() }
      return session
    } catch let unavailable as SecretServiceSession.Unavailable {
      throw XCTSkip("the keyring was not tested: " + unavailable.reason)
    }
  }
}
