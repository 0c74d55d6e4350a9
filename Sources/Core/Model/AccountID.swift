import Basics

/// Identifies an account by server, place on the server and user, so that a queue can never be sent with
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

  /// What the account's kind of server has besides lists and to-dos.
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

  /// Two different texts stay different.
  private static func withoutSlash(_ text: String) -> String {
    text.splitExactly(at: "%").joined(separator: "%25")
      .splitExactly(at: "/").joined(separator: "%2F")
  }

  /// Whether what an account reads comes before what another one reads, equally on the computers of all people: of a shared
  /// list, that is the account of its owner.
  func precedesOnServer(_ other: AccountID) -> Bool {
    let ((owner, list), (otherOwner, otherList)) = (owned, other.owned)
    return owner.isExactly(otherOwner)
      ? list.precedesExactly(otherList) : owner.precedesExactly(otherOwner)
  }

  /// Whether two accounts read what belongs to one person, for instance two lists that this person shares.
  func isOfOnePerson(with other: AccountID) -> Bool {
    owned.account.isExactly(other.owned.account)
  }

  /// The account whose data it is, and of a shared list the list.
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
