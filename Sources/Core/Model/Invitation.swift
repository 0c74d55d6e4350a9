import Basics

/// A list that another person wants to share with the user, who has not answered, or whose acceptance the
/// server does not know yet.
public struct Invitation: Hashable, Sendable, Identifiable {
  /// One person is invited into a list once.
  public struct ID: Hashable, Sendable {
    public let account: AccountID
    @Exact public private(set) var owner: String
    public let list: ListID

    public init(account: AccountID, owner: String, list: ListID) {
      self.account = account
      self.owner = owner
      self.list = list
    }
  }

  public let id: ID
  /// What the other person calls the list: a stranger's words, on one line and of bounded length; empty if
  /// they said none.
  public let listName: String
  public let role: ListRole
  /// Whether the user has accepted and the list comes as soon as the server knows.
  public let isAccepted: Bool

  public init(id: ID, listName: String, role: ListRole, isAccepted: Bool) {
    self.id = id
    self.listName = listName.onOneLine(limit: Self.nameLimit)
    self.role = role
    self.isAccepted = isAccepted
  }

  /// The longest name that is shown, in Unicode scalars.
  static let nameLimit = 100
}

extension String {
  /// The text without line breaks, control characters and changes of direction, cut off behind so many
  /// Unicode scalars: what a stranger wrote stays in its place on screen.
  public func onOneLine(limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      guard count < limit else {
        result.append("…")
        break
      }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .unassigned:
        result.append(" ")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
