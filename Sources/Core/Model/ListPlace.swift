/// Who keeps a list.
public enum ListPlace: Hashable, Sendable {
  /// The oldest account; this computer where there is none.
  case firstAccount
  /// This computer only.
  case thisComputer
  case account(AccountID)
}
