import Basics

/// An invitation into another person's list that the user has not answered, or whose acceptance the server
/// does not know yet.
public struct Invitation: Hashable, Sendable, Identifiable {
  /// A person is invited into a list only once.
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
  /// The list's name as the other person wrote it, reduced to one line of limited length; empty if they gave
  /// none.
  public let listName: String
  public let role: ListRole
  /// Whether the user has accepted and the list will appear once the server knows.
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
  /// The text on one line, without control characters and changes of direction, cut after `limit` Unicode
  /// scalars, so that a stranger's text stays in its place on screen.
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
