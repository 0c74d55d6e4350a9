import Basics

/// Identifies an account by server, project, database and user, so that a queue can never be sent with
/// another account's settings: changed settings are another account.
public struct AccountID: Identifier {
  @Exact public private(set) var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The account that a person signs in to; for a shared list, the member's account.
  ///
  /// No part contains a slash, so the parts can be counted.
  public var root: AccountID {
    let parts = rawValue.splitExactly(at: "/")
    guard parts.count > Self.ownParts else { return self }
    return AccountID(rawValue: parts.prefix(Self.ownParts).joined(separator: "/"))
  }

  func sharing(_ list: ListID, of owner: String) -> AccountID {
    AccountID(rawValue: [rawValue, "shared", owner, list.rawValue].joined(separator: "/"))
  }

  /// Service, host, project, database and user.
  private static let ownParts = 5
}
