import Basics
import FoundationEssentials
import Synchronization

/// Authenticates the requests to one server, in the way that the server asks for: Digest (RFC 7616) if it offers that,
/// otherwise Basic (RFC 7617).
///
/// Sends nothing secret before the server has asked, except for ``authenticatePreemptively()``.
final class DAVAuthenticator: Sendable {
  private enum Scheme {
    case notAsked
    case basic
    case digest(DigestAuthentication, uses: Int)
  }

  private let credentials: DAVCredentials?
  private let makeClientNonce: @Sendable () -> String
  private let scheme = Mutex(Scheme.notAsked)

  /// - Parameters:
  ///   - credentials: nil for a server that asks for none.
  ///   - makeClientNonce: random hexadecimal digits.
  init(_ credentials: DAVCredentials?, makeClientNonce: @escaping @Sendable () -> String) {
    self.credentials = credentials
    self.makeClientNonce = makeClientNonce
  }

  /// The value of `Authorization`; nil before the server has asked, and without credentials.
  /// - Parameter path: as it stands in the request.
  func header(_ method: HTTPRequest.Method, _ path: String) -> String? {
    guard let credentials else { return nil }
    return scheme.withLock { scheme in
      switch scheme {
      case .notAsked: return nil
      case .basic:
        let pair = "\(credentials.user):\(credentials.password)"
        return "Basic " + Data(pair.utf8).base64EncodedString()
      case .digest(let digest, let uses):
        scheme = .digest(digest, uses: uses + 1)
        return digest.header(
          credentials, method, path, count: uses + 1, clientNonce: makeClientNonce())
      }
    }
  }

  /// Chooses a scheme after an answer with status 401.
  /// - Parameter sent: the `Authorization` of the request that was refused.
  /// - Returns: whether the request may succeed now; false if the name or the password is wrong, or no offered scheme
  ///   is supported.
  func choose(for response: HTTPResponse, after sent: String?) -> Bool {
    guard credentials != nil, let field = response.headers["www-authenticate"] else { return false }
    let challenges = DAVChallenge.all(in: field)
    let digests = challenges.compactMap { challenge in
      DigestAuthentication(challenge).map {
        (digest: $0, isStale: challenge.parameters["stale"]?.lowercased() == "true")
      }
    }
    let best = digests.first { $0.digest.isStrong } ?? digests.first
    return scheme.withLock { scheme in
      if let best {
        // A stale nonce is no refusal of the password (RFC 7616 §3.3). If Basic was sent, it was refused as a scheme.
        if let sent, sent.hasExactPrefix("Digest "), !best.isStale { return false }
        scheme = .digest(best.digest, uses: 0)
        return true
      }
      guard sent == nil, challenges.contains(where: { $0.scheme == "basic" }) else { return false }
      scheme = .basic
      return true
    }
  }

  /// Sends the name and password with every request from now on, for servers that answer anonymous requests instead of
  /// asking.
  /// - Returns: false if a scheme is in use already, or there are no credentials.
  func authenticatePreemptively() -> Bool {
    guard credentials != nil else { return false }
    return scheme.withLock { scheme in
      guard case .notAsked = scheme else { return false }
      scheme = .basic
      return true
    }
  }
}
