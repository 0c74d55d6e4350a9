extension ListID {
  /// The list that is created when a to-do is added and there is none. It has the same identifier on every
  /// device, so that two new devices which each add a to-do before their first sync create one list.
  /// - Parameter account: the account that keeps it; nil for this computer only.
  public static func first(of account: AccountID?) -> ListID {
    let bytes = (account?.rawValue ?? "").utf8
    return ListID(
      rawValue: "first-" + StableHash.hex(bytes) + StableHash.hex(bytes, salt: .max))
  }
}
