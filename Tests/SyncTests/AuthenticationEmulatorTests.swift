import Core
import Sync
import TestSupport
import XCTest

final class AuthenticationEmulatorTests: XCTestCase {
  func testTheRulesSeeTheUserWhoHasSignedIn() async throws {
    let emulator = try await emulator()
    let bench = try AuthenticationBench(self)
    let session = try await bench.signUp()
    let provider = try bench.provider(session, isNew: false)
    let given = try await provider.token()
    let token = try XCTUnwrap(given)
    for (user, status) in [(session.userID, 404), ("somebody-else", 403)] {
      let answer = try await SoupTransport().send(
        HTTPRequest(
          method: .get,
          url: "http://\(emulator.host)/v1/projects/\(emulator.project)"
            + "/databases/(default)/documents/users/\(user)/lists/1",
          headers: ["Authorization": "Bearer " + token], maxResponseBytes: 100_000,
          timeout: .seconds(60)))
      XCTAssertEqual(answer.status, status, user)
    }
  }
}
