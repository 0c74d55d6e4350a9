import Basics
import Core
import XCTest

final class AuthenticationSettingsTests: XCTestCase {
  private func problem(_ key: String, _ identity: String = "", _ token: String = "")
    -> IdentitySettings.Problem?
  {
    do {
      _ = try IdentitySettings(apiKey: key, identityHost: identity, tokenHost: token)
      return nil
    } catch {
      return error
    }
  }

  func testFillsInWhatIsUsual() throws {
    let made = try IdentitySettings(apiKey: " AIza-_09 \n")
    XCTAssertEqual(made.apiKey, "AIza-_09")
    XCTAssertEqual(made.identityURL, "https://identitytoolkit.googleapis.com")
    XCTAssertEqual(made.tokenURL, "https://securetoken.googleapis.com")
  }

  func testPlainHTTPOnlyOnThisComputer() throws {
    let here = try IdentitySettings(
      apiKey: "k", identityHost: "127.0.0.1:9099", tokenHost: " LOCALHOST:1 ")
    XCTAssertEqual(here.identityURL, "http://127.0.0.1:9099")
    XCTAssertEqual(here.tokenURL, "http://localhost:1")
    let elsewhere = try IdentitySettings(
      apiKey: "k", identityHost: "127.0.0.1.example.org", tokenHost: "10.0.0.1:80")
    XCTAssertEqual(elsewhere.identityURL, "https://127.0.0.1.example.org")
    XCTAssertEqual(elsewhere.tokenURL, "https://10.0.0.1:80")
  }

  func testProblems() {
    XCTAssertNil(problem(String(repeating: "k", count: 256)))
    XCTAssertEqual(problem(" \t"), .keyMissing)
    for bad in ["a b", "a\u{0}", "ä", "a\n\nb", String(repeating: "k", count: 257)] {
      XCTAssertEqual(problem(bad), .keyMalformed, bad)
    }
    for bad in ["http://a", "a/b", "a b", "a:0", "user@a", "-"] {
      XCTAssertEqual(problem("k", bad), .identityHostMalformed, bad)
      XCTAssertEqual(problem("k", "", bad), .tokenHostMalformed, bad)
    }
  }

  func testIsStoredAndReadAgain() throws {
    let made = try IdentitySettings(apiKey: "k", identityHost: "a", tokenHost: "b")
    let data = try JSONEncoder().encode(made)
    XCTAssertEqual(try JSONDecoder().decode(IdentitySettings.self, from: data), made)
  }
}
