import XCTest

@testable import Sync

final class DAVAuthenticatorTests: XCTestCase {
  /// The examples of RFC 7616 §3.9.1.
  private static let mufasa = DAVCredentials(user: "Mufasa", password: "Circle of Life")
  private static let nonces = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
  private static let challenge = """
    Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, \
    nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
    opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", Digest realm="http-auth@example.org", \
    qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
    opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
    """

  func testTheExamplesOfTheStandard() throws {
    let challenges = DAVChallenge.all(in: Self.challenge)
    XCTAssertEqual(challenges.map { $0.parameters["algorithm"] }, ["SHA-256", "MD5"])
    let expected = [
      "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
      "8ca523f5e9506fed4657c9700eebdbec",
    ]
    for (challenge, response) in zip(challenges, expected) {
      let digest = try XCTUnwrap(DigestAuthentication(challenge))
      let header = digest.header(
        Self.mufasa, .get, "/dir/index.html", count: 1, clientNonce: Self.nonces)
      XCTAssertTrue(header.contains("response=\"\(response)\""), header)
      XCTAssertTrue(header.contains("nc=00000001"), header)
    }
  }

  func testWhatAServerOffers() {
    let both = DAVChallenge.all(in: #"Basic realm="a, \"b\"", Negotiate, Digest realm=x,nonce="n""#)
    XCTAssertEqual(both.map(\.scheme), ["basic", "negotiate", "digest"])
    XCTAssertEqual(both.first?.parameters["realm"], #"a, "b""#)
    XCTAssertEqual(DAVChallenge.all(in: "Bearer abc==, Basic realm=\"x\"").first?.scheme, "bearer")
    XCTAssertEqual(DAVChallenge.all(in: "Basic realm=\"unclosed").map(\.scheme), ["basic"])
    XCTAssertEqual(DAVChallenge.all(in: ""), [])
  }

  func testNothingIsSentUnasked() {
    let authenticator = self.authenticator()
    XCTAssertNil(authenticator.header(.get, "/"))
    XCTAssertTrue(authenticator.choose(for: refusal("Basic realm=x"), after: nil))
    XCTAssertEqual(authenticator.header(.get, "/"), "Basic TXVmYXNhOkNpcmNsZSBvZiBMaWZl")
    XCTAssertFalse(
      authenticator.choose(for: refusal("Basic realm=x"), after: authenticator.header(.get, "/")))
  }

  func testDigestIsPreferredAndItsCounterGrows() {
    let authenticator = self.authenticator()
    XCTAssertTrue(
      authenticator.choose(for: refusal("Basic realm=x, " + Self.challenge), after: nil))
    let first = authenticator.header(.get, "/")
    XCTAssertTrue(first?.contains("algorithm=SHA-256") == true)
    XCTAssertTrue(authenticator.header(.get, "/")?.contains("nc=00000002") == true)
    XCTAssertFalse(authenticator.choose(for: refusal(Self.challenge), after: first))
    XCTAssertTrue(
      authenticator.choose(
        for: refusal(#"Digest realm=x, nonce="new", stale=true, qop=auth"#), after: first))
    XCTAssertTrue(authenticator.header(.get, "/")?.contains("nonce=\"new\"") == true)
  }

  func testWhatIsNotSupportedIsARefusal() {
    let offers = [
      "Negotiate", "Bearer", "", #"Digest realm=x, nonce=y, algorithm=SHA-512-256"#,
      "Digest realm=x, nonce=y, qop=auth-int",
    ]
    for offer in offers {
      XCTAssertFalse(authenticator().choose(for: refusal(offer), after: nil), offer)
    }
    let nobody = DAVAuthenticator(nil) { "" }
    XCTAssertFalse(nobody.choose(for: refusal("Basic realm=x"), after: nil))
  }

  func testCredentialsAreNotPrinted() {
    XCTAssertFalse("\(Self.mufasa)".contains("Circle"))
    XCTAssertFalse(String(reflecting: Self.mufasa).contains("Circle"))
    var dumped = ""
    dump(Self.mufasa, to: &dumped)
    XCTAssertFalse(dumped.contains("Circle"))
  }

  private func authenticator() -> DAVAuthenticator {
    DAVAuthenticator(Self.mufasa) { Self.nonces }
  }

  private func refusal(_ field: String) -> HTTPResponse {
    HTTPResponse(status: 401, headers: ["WWW-Authenticate": field])
  }
}
