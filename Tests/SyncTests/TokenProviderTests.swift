import Basics
import Core
import Sync
import TestSupport
import XCTest

final class TokenProviderTests: XCTestCase {
  func testTheEmulatorTokenNamesTheUser() async throws {
    let user = "김 \"%1\"??>>"
    let given = try await EmulatorTokenProvider(user: user).token()
    let token = try XCTUnwrap(given)
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    XCTAssertEqual(parts.count, 3)
    XCTAssertEqual(parts[2], "")
    func decode(_ part: Substring) throws -> [String: String]? {
      var text = part.replacingOccurrences(of: "-", with: "+")
        .replacingOccurrences(of: "_", with: "/")
      while text.count % 4 != 0 { text += "=" }
      let data = try XCTUnwrap(Data(base64Encoded: text))
      return try JSONSerialization.jsonObject(with: data) as? [String: String]
    }
    XCTAssertEqual(try decode(parts[0]), ["alg": "none", "typ": "JWT"])
    XCTAssertEqual(try decode(parts[1]), ["sub": user, "user_id": user])
  }

  func testWhoSendsCredentials() async throws {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    let missing = "projects/p/databases/(default)/documents/users/u/lists/1"
    proxy.always(.answer(status: 200, body: #"[{"missing":"\#(missing)"}]"#))
    let settings = try FirestoreSettings(project: "p", host: proxy.host, user: "u")
    let key = RecordKey(kind: .list, id: "1")
    _ = try await FirestoreBackend(settings: settings, transport: SoupTransport()).fetch([key])
    _ = try await FirestoreBackend(
      settings: settings, transport: SoupTransport(), tokens: AnonymousTokenProvider()
    ).fetch([key])
    let tokens = proxy.requests.map { $0.header("Authorization") }
    XCTAssertEqual(tokens.count, 2)
    XCTAssertTrue(tokens[0]?.hasPrefix("Bearer ey") ?? false)
    XCTAssertNil(tokens[1])
  }
}
