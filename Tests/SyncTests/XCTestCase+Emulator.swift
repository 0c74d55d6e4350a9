import TestSupport
import XCTest

extension XCTestCase {
  /// The shared emulator without data; skips the test, with the reason, where there is none.
  func emulator() async throws -> FirestoreEmulator {
    do {
      return try await FirestoreEmulator.shared()
    } catch let unavailable as FirestoreEmulator.Unavailable {
      throw XCTSkip(unavailable.reason)
    }
  }
}
