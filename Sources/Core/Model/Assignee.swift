import Basics

/// The person a to-do is assigned to.
public struct Assignee: Hashable, Sendable {
  /// The account that knows the person.
  public let account: AccountID
  /// The user ID of the person.
  @Exact public private(set) var user: String
  /// Whether that is the user of the account.
  public let isMe: Bool

  public init(account: AccountID, user: String, isMe: Bool) {
    self.account = account
    self.user = user
    self.isMe = isMe
  }
}
