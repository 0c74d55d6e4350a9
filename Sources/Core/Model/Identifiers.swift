import Basics

/// A text that identifies a record here and on servers, compared by its bytes as servers do.
public protocol Identifier: Hashable, Sendable, Codable {
  var rawValue: String { get }

  init(rawValue: String)
}

extension Identifier {
  /// Decodes a plain string.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// Identifies a to-do; made by the client that created it.
public struct TodoID: Identifier {
  @Exact public private(set) var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Identifies a list; made by the client that created it.
public struct ListID: Identifier {
  @Exact public private(set) var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The rules for the user IDs of servers.
public enum UserID {
  /// Whether a text can be a user ID: a single word that is valid within a document's name.
  public static func isPossible(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= ListMember.maximumUserBytes && text != "." && text != ".."
      && !(text.hasExactPrefix("__") && text.utf8.suffix(2).elementsEqual("__".utf8))
      && text.unicodeScalars.allSatisfy {
        $0 != "/" && !$0.properties.isWhitespace && !TodoContent.isControl($0)
      }
  }
}

extension ListID {
  /// The list that is created when a to-do is added and there is none. It has the same identifier on every
  /// device, so that two new devices which each add a to-do before their first sync create one list.
  /// - Parameter account: the account that keeps it; nil for this computer only.
  public static func first(of account: AccountID?) -> ListID {
    let bytes = (account?.rawValue ?? "").utf8
    return ListID(
      rawValue: "first-" + StableHash.hex(bytes) + StableHash.hex(bytes, salt: .max))
  }
}
