import Basics

/// Identifies an account by server, location on the server and user.
///
/// Another server, location or user is another account, so an outbox is never sent to the wrong place.
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

  /// What the account's kind of server offers besides lists and to-dos.
  public var offers: Account.Offers {
    rawValue.hasExactPrefix(Self.caldav) ? [] : [.people, .sharing, .catalogue]
  }

  private static let caldav = "caldav:"

  /// The account of a user whose calendars are in one place on a CalDAV server.
  init(_ settings: CalDAVSettings) {
    let server = settings.server.splitExactly(at: "/")
    let parts = [server.first ?? "", server.last ?? "", settings.home, settings.user]
    self.init(rawValue: parts.reduce(Self.caldav) { $0 + "/" + Self.withoutSlash($1) })
  }

  /// Escapes slashes so that different texts stay different.
  private static func withoutSlash(_ text: String) -> String {
    text.splitExactly(at: "%").joined(separator: "%25")
      .splitExactly(at: "/").joined(separator: "%2F")
  }

  /// Whether the data of this account sorts before the data of another one, in an order that is the same on every
  /// person's computer. For a shared list, the account of its owner is compared, then the list.
  func precedesOnServer(_ other: AccountID) -> Bool {
    let ((owner, list), (otherOwner, otherList)) = (owned, other.owned)
    return owner.isExactly(otherOwner)
      ? list.precedesExactly(otherList) : owner.precedesExactly(otherOwner)
  }

  /// Whether both accounts read data of the same person, for instance two lists that this person shares.
  func isOfOnePerson(with other: AccountID) -> Bool {
    owned.account.isExactly(other.owned.account)
  }

  /// The account that owns the data and, for a shared list, the list; otherwise the list is empty.
  private var owned: (account: String, list: String) {
    let parts = rawValue.splitExactly(at: "/")
    guard parts.count == Self.ownParts + 3 else { return (rawValue, "") }
    let owner = parts[Self.ownParts + 1]
    return (
      (parts.prefix(Self.ownParts - 1) + [owner]).joined(separator: "/"), parts[Self.ownParts + 2]
    )
  }

  func sharing(_ list: ListID, of owner: String) -> AccountID {
    AccountID(rawValue: [rawValue, "shared", owner, list.rawValue].joined(separator: "/"))
  }

  /// Service, host, project, database and user; or service, scheme, host, home and user.
  private static let ownParts = 5
}
