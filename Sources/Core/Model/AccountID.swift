import Basics

/// Names an account by what it is (server, project, user), so that a queue can never be sent with
/// the settings of another one: changed settings are another account.
public struct AccountID: Identifier {
  @Exact public private(set) var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The account that a person signs in to; for the share in a list, the account that has it.
  ///
  /// None of the parts holds a slash, so they can be counted.
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
