/// Where a user of Firebase Authentication signs in with an e-mail address and a password.
public struct IdentitySettings: Hashable, Sendable, Codable {
  /// The project's Web API key. It names the project and is no secret
  /// (https://firebase.google.com/docs/projects/api-keys).
  public let apiKey: String
  /// The server that signs up and in, as `host` or `host:port`.
  public let identityHost: String
  /// The server that renews tokens, as `host` or `host:port`.
  public let tokenHost: String

  public static let defaultIdentityHost = "identitytoolkit.googleapis.com"
  public static let defaultTokenHost = "securetoken.googleapis.com"

  /// What is wrong with settings a person typed.
  public enum Problem: Error, Hashable, Sendable {
    case keyMissing
    case keyMalformed
    case identityHostMalformed
    case tokenHostMalformed
  }

  /// Trims white space and fills in the usual hosts where the text is empty.
  /// - Parameter apiKey: at most 256 visible ASCII characters.
  /// - Throws: the first ``Problem`` found.
  public init(apiKey: String, identityHost: String = "", tokenHost: String = "") throws(Problem) {
    let apiKey = apiKey.trimmed
    guard !apiKey.isEmpty else { throw .keyMissing }
    guard apiKey.utf8.count <= 256, apiKey.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .keyMalformed
    }
    let identity = identityHost.trimmed
    let token = tokenHost.trimmed
    self.apiKey = apiKey
    self.identityHost = identity.isEmpty ? Self.defaultIdentityHost : identity.lowercased()
    self.tokenHost = token.isEmpty ? Self.defaultTokenHost : token.lowercased()
    guard Self.server(self.identityHost) != nil else { throw .identityHostMalformed }
    guard Self.server(self.tokenHost) != nil else { throw .tokenHostMalformed }
  }

  /// The URL of the server that signs up and in, without a slash at the end.
  public var identityURL: String { Self.url(identityHost) }

  /// The URL of the server that renews tokens, without a slash at the end.
  public var tokenURL: String { Self.url(tokenHost) }

  private static func url(_ host: String) -> String {
    server(host)?.serverURL ?? "https://" + host
  }

  /// Parses the host by the rules for Firestore hosts, which also say where plain http is accepted; nil if it
  /// is no host.
  private static func server(_ host: String) -> FirestoreSettings? {
    try? FirestoreSettings(project: "-", host: host, user: "-")
  }
}
