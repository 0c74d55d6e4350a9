/// Where a new list is kept.
public enum ListPlace: Hashable, Sendable {
  /// In the oldest account; on this computer if there is none.
  case firstAccount
  /// On this computer only.
  case thisComputer
  case account(AccountID)
}
