import Basics

/// The user's answer to another person: to one invitation, or to all invitations of that person.
///
/// The server lets a user open a list of another person only with an acceptance stored here, and refuses
/// invitations from people who are blocked here.
public struct Consent: Hashable, Sendable, Identifiable {
  public enum Choice: String, Sendable, Codable, CaseIterable {
    /// The user takes part in the list.
    case accepted
    /// The user does not want to be asked about the list again.
    case declined
    /// The user wants no invitations from the person. This choice is never about a single list.
    case blocked
  }

  /// The account whose user has answered.
  public let account: AccountID
  /// The user ID of the other person.
  @Exact public private(set) var user: String
  /// The list of that person; nil if the answer is about the person.
  public let list: ListID?
  public var choice: Choice
  /// The user's snoozes of to-dos in the list, made while the user could only read it. Unreadable members are kept.
  public var snoozes: Set<ReaderSnooze>
  public let createdAt: Timestamp
  public var modifiedAt: Timestamp

  public init(
    account: AccountID, user: String, list: ListID?, choice: Choice,
    snoozes: Set<ReaderSnooze> = [], createdAt: Timestamp, modifiedAt: Timestamp
  ) {
    self.account = account
    self.user = user
    self.list = list
    self.choice = choice
    self.snoozes = snoozes
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }

  /// There is one answer per list and one per person, whichever device gave it.
  public var id: String { Self.id(of: user, list) }

  /// The name under which servers keep an answer to a person, or to the invitation into a list.
  public static func id(of user: String, _ list: ListID?) -> String {
    user + ":" + (list?.rawValue ?? "")
  }
}
