import Basics
import CGLib

/// Digest authentication (RFC 7616) after one challenge of a server, with MD5 or SHA-256 and the protection `auth`.
struct DigestAuthentication: Sendable {
  private let realm: String
  private let nonce: String
  private let opaque: String?
  private let algorithm: String
  private let isSession: Bool
  private let hasProtection: Bool
  private let checksum: GChecksumType

  /// Nil for a challenge of another kind, or with an algorithm or protection that is not supported.
  init?(_ challenge: DAVChallenge) {
    let parameters = challenge.parameters
    guard challenge.scheme == "digest", let realm = parameters["realm"],
      let nonce = parameters["nonce"]
    else { return nil }
    var algorithm = parameters["algorithm"] ?? "MD5"
    switch algorithm.uppercased() {
    case "MD5", "MD5-SESS": checksum = G_CHECKSUM_MD5
    case "SHA-256", "SHA-256-SESS": checksum = G_CHECKSUM_SHA256
    default: return nil
    }
    if parameters["algorithm"] == nil { algorithm = "" }
    if let protections = parameters["qop"] {
      let offered = protections.lowercased().split(whereSeparator: { ", \t".contains($0) })
      guard offered.contains("auth") else { return nil }
      hasProtection = true
    } else {
      hasProtection = false
    }
    self.realm = realm
    self.nonce = nonce
    self.algorithm = algorithm
    isSession = algorithm.lowercased().hasSuffix("-sess")
    opaque = parameters["opaque"]
  }

  /// Whether SHA-256 is used, which is preferred to MD5.
  var isStrong: Bool { checksum == G_CHECKSUM_SHA256 }

  /// The value of `Authorization` for one request (RFC 7616 §3.4).
  /// - Parameters:
  ///   - path: the path as it stands in the request.
  ///   - count: how many requests were made with this challenge, from 1.
  ///   - clientNonce: another one for each request, of hexadecimal digits.
  func header(
    _ credentials: DAVCredentials, _ method: HTTPRequest.Method, _ path: String, count: Int,
    clientNonce: String
  ) -> String {
    var secret = hash("\(credentials.user):\(realm):\(credentials.password)")
    if isSession { secret = hash("\(secret):\(nonce):\(clientNonce)") }
    let request = hash("\(method.rawValue):\(path)")
    let number = Self.eightDigits(count)
    let response =
      hasProtection
      ? hash("\(secret):\(nonce):\(number):\(clientNonce):auth:\(request)")
      : hash("\(secret):\(nonce):\(request)")
    var parts = [
      "username=" + Self.quoted(credentials.user), "realm=" + Self.quoted(realm),
      "nonce=" + Self.quoted(nonce), "uri=" + Self.quoted(path),
      "response=" + Self.quoted(response),
    ]
    if !algorithm.isEmpty { parts.append("algorithm=" + algorithm) }
    if hasProtection || isSession { parts.append("cnonce=" + Self.quoted(clientNonce)) }
    if hasProtection { parts += ["qop=auth", "nc=" + number] }
    if let opaque { parts.append("opaque=" + Self.quoted(opaque)) }
    return "Digest " + parts.joined(separator: ", ")
  }

  private func hash(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      guard
        let digest = g_compute_checksum_for_data(checksum, bytes.baseAddress, gsize(bytes.count))
      else { return "" }
      defer { g_free(digest) }
      return String(cString: digest)
    }
  }

  private static func eightDigits(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
