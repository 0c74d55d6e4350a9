import Basics
import Core
import TestSupport
import XCTest

@testable import Sync

final class AuthenticationRedactionTests: XCTestCase {
  private func texts(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [
      String(describing: value), String(reflecting: value), "\(value)", dumped,
      String(describing: Optional(value) as Any), String(reflecting: [value]),
    ]
  }

  private func assertSilent(_ value: Any, _ secrets: [String], line: UInt = #line) {
    for text in texts(of: value) {
      for secret in secrets {
        XCTAssertFalse(secret.isEmpty, line: line)
        XCTAssertFalse(text.contains(secret), "\(type(of: value)) tells: \(text)", line: line)
      }
    }
  }

  func testNothingTellsASecret() async throws {
    let bench = try AuthenticationBench(self)
    let session = try await bench.signUp()
    let provider = try bench.provider(session)
    _ = try await provider.token()
    let secrets = [session.idToken, session.refreshToken, AuthenticationBench.password]
    assertSilent(session, secrets)
    assertSilent(provider, secrets)
    assertSilent(bench.secrets, secrets)
    assertSilent(bench.server, secrets)
    assertSilent(try bench.client(), secrets)
    assertSilent(
      PasswordCredentials(email: "e", password: AuthenticationBench.password), secrets)
    assertSilent(IDToken(session, askedAt: .zero), secrets)
    let operation = SecretOperation<String?>()
    operation.end(.success(session.refreshToken))
    assertSilent(operation, secrets)
  }

  func testErrorsTellNoSecret() async throws {
    let bench = try AuthenticationBench(self)
    let answers = [
      #"{"error":{"message":"SECRET1 SECRET2"}}"#, "SECRET1", #"{"localId":"SECRET1"}"#,
      #"{"error":{"message":"x SECRET1","details":[{"reason":"SECRET2"}]}}"#,
    ]
    let client = try bench.client()
    for status in [200, 400, 403, 418, 503] {
      for answer in answers.dropFirst(status == 400 ? 1 : 0) {
        bench.proxy.always(.answer(status: status, body: answer))
        let error = await errorThrown(IdentityError.self) {
          try await client.signIn(email: "SECRET3", password: "SECRET4")
        }
        // The server's own code is the only text of an answer that an error carries.
        if case .refused(_, "SECRET1") = error { continue }
        assertSilent(error as Any, ["SECRET1", "SECRET2", "SECRET3", "SECRET4"])
      }
    }
  }
}
