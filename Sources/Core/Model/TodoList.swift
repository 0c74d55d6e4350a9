import Basics

/// A named list of to-dos.
public struct TodoList: Hashable, Sendable, Identifiable {
  public let id: ListID
  /// The account that keeps it; nil for this computer only.
  public var account: AccountID?
  @Exact public var name: String
  /// `#rrggbb`, or the name of a colour; see ``ListAppearanceRules``.
  @Exact public var colour: String?
  @Exact public var emoji: String?
  /// The order of its to-dos, as stored; see ``order``.
  @Exact public var sortOrder: String?
  /// Sort key among lists, see ``PositionKey``.
  @Exact public var position: String
  public let createdAt: Timestamp
  /// When somebody last changed it; see ``isGuessed``.
  public var modifiedAt: Timestamp

  /// Whether nobody chose the name: the list was created automatically, or restored without a known name. Its
  /// `modifiedAt` is 1970, also on servers and other devices, because nobody ever changed it.
  public var isGuessed: Bool { modifiedAt == Self.never }

  /// The `modifiedAt` of a list that nobody has changed.
  public static let never = Timestamp(milliseconds: 0)

  public init(
    id: ListID, account: AccountID?, name: String, colour: String? = nil, emoji: String? = nil,
    sortOrder: String? = nil, position: String, createdAt: Timestamp, modifiedAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.name = name
    self.colour = colour
    self.emoji = emoji
    self.sortOrder = sortOrder
    self.position = position
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }
}

/// How the to-dos of a list are ordered; the raw value is what is stored.
public enum ListOrder: String, CaseIterable, Sendable {
  /// By ``Todo/position``.
  case manual
  case due
  case priority
  case title
  /// By ``Todo/createdAt``.
  case added
}

extension TodoList {
  /// The chosen order; manual if none is stored, or an unknown one.
  public var order: ListOrder {
    get { sortOrder.flatMap(ListOrder.init(rawValue:)) ?? .manual }
    set { if newValue != order { sortOrder = newValue == .manual ? nil : newValue.rawValue } }
  }
}

/// Where a new list is kept.
public enum ListPlace: Hashable, Sendable {
  /// In the oldest account; on this computer if there is none.
  case firstAccount
  /// On this computer only.
  case thisComputer
  case account(AccountID)
}

/// What a member may do in a list that another person owns; the raw value is what servers store.
public enum ListRole: String, Hashable, Sendable, Codable, CaseIterable {
  /// May see the list and its to-dos.
  case reader
  /// May also add, edit and delete to-dos.
  case writer
}
