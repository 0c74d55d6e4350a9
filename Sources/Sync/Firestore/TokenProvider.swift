import Basics
import Core
import FoundationEssentials

/// Provides the credentials for requests.
public protocol TokenProvider: Sendable {
  /// A bearer token (RFC 6750), never to be logged; nil for requests without one.
  /// - Throws: ``SyncError/authentication`` when the user has to sign in, or a transient error when a
  ///   token cannot be fetched now.
  func token() async throws(SyncError) -> String?

  /// Records that the server rejected a token, so that it is not returned again.
  /// - Parameter token: from ``token()``; any other text changes nothing.
  func refuse(_ token: String) async
}

extension TokenProvider {
  public func refuse(_ token: String) async {}
}

/// Sends no credentials: the server's rules decide what anybody may do.
public struct AnonymousTokenProvider: TokenProvider {
  public init() {}

  public func token() async throws(SyncError) -> String? { nil }
}

/// Identifies the user to a local Firestore emulator, which accepts unsigned tokens (RFC 7519 §6) and applies
/// the security rules to the user named in them.
public struct EmulatorTokenProvider: TokenProvider {
  private struct Header: Encodable {
    let alg = "none"
    let typ = "JWT"
  }

  private struct Claims: Encodable {
    enum CodingKeys: String, CodingKey {
      case subject = "sub"
      case user = "user_id"
    }

    let subject: String
    let user: String
  }

  private let user: String

  public init(user: String) {
    self.user = user
  }

  public func token() async throws(SyncError) -> String? {
    do {
      let encoder = JSONEncoder()
      // The token must be the same each time; another one would look renewed.
      encoder.outputFormatting = .sortedKeys
      let header = try encoder.encode(Header())
      let claims = try encoder.encode(Claims(subject: user, user: user))
      return Self.base64URL(header) + "." + Self.base64URL(claims) + "."
    } catch {
      throw .authentication
    }
  }

  /// RFC 4648 §5, without padding.
  private static func base64URL(_ data: Data) -> String {
    String(
      data.base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }
}
