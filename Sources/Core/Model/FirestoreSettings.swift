import Basics

/// Where one user's lists are kept in Cloud Firestore.
public struct FirestoreSettings: Hashable, Sendable, Codable {
  /// The Google Cloud project ID.
  @Exact public private(set) var project: String
  /// The database ID; `(default)` unless the project has several.
  @Exact public private(set) var database: String
  /// The server as `host` or `host:port`.
  public let host: String
  /// The user ID whose tree `users/{user}` is read and written.
  @Exact public private(set) var user: String

  public static let defaultHost = "firestore.googleapis.com"
  public static let defaultDatabase = "(default)"

  /// What is wrong with settings a person typed.
  public enum Problem: Error, Hashable, Sendable {
    case projectMissing
    case projectMalformed
    case databaseMalformed
    case userMissing
    case userMalformed
    case hostMalformed
  }

  /// Trims white space and fills in the usual host and database where the text is empty.
  /// - Throws: the first ``Problem`` found. Identifiers end up in URL paths, so a slash or a control
  ///   character is refused; `.`, `..` and `__…__` are not valid Firestore IDs
  ///   (https://firebase.google.com/docs/firestore/quotas#limits).
  public init(project: String, database: String = "", host: String = "", user: String)
    throws(Problem)
  {
    let project = project.trimmed
    let user = user.trimmed
    let database = database.trimmed.isEmpty ? Self.defaultDatabase : database.trimmed
    let host = host.trimmed.isEmpty ? Self.defaultHost : host.trimmed.lowercased()
    guard !project.isEmpty else { throw .projectMissing }
    guard Self.isIdentifier(project) else { throw .projectMalformed }
    guard Self.isIdentifier(database) else { throw .databaseMalformed }
    guard Self.isHost(host) else { throw .hostMalformed }
    guard !user.isEmpty else { throw .userMissing }
    guard Self.isIdentifier(user) else { throw .userMalformed }
    self.project = project
    self.database = database
    self.host = host
    self.user = user
  }

  /// Whether the server runs on this computer, the only place where plain http is accepted.
  public var isLoopback: Bool {
    let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }.dropFirst()) : hostName
    return name == "localhost" || name == "::1" || Self.isLoopbackIPv4(name)
  }

  /// The URL of the REST API, without a slash at the end.
  public var serverURL: String { (isLoopback ? "http://" : "https://") + host }

  private var hostName: String { String(host.prefix { $0 != ":" }) }

  private static func isLoopbackIPv4(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isIdentifier(_ text: String) -> Bool {
    text.utf8.count <= 1500 && text != "." && text != ".."
      && !(text.utf8.count >= 4 && text.utf8.starts(with: "__".utf8)
        && text.utf8.suffix(2).elementsEqual("__".utf8))
      && text.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7f }
  }

  private static func isHost(_ text: String) -> Bool {
    var name = text[...]
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
      let digits = name[name.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits), port > 0
      else { return false }
      name = name[..<colon]
    }
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.count > 2
        && name.dropFirst().dropLast().utf8.allSatisfy {
          (97...102).contains($0) || (48...58).contains($0) || $0 == 46
        }
    }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isHostLabel)
  }

  /// Letters, digits and hyphens, which stand neither first nor last (RFC 1123 §2.1).
  private static func isHostLabel(_ label: Substring) -> Bool {
    !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || $0 == 45
      }
  }
}
