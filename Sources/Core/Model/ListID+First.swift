extension ListID {
  /// The list that is made when a to-do is added and there is none. It has the same name on every device, so
  /// that two new devices which add before they have met make one list.
  /// - Parameter account: that keeps it; nil: this computer only.
  public static func first(of account: AccountID?) -> ListID {
    let bytes = (account?.rawValue ?? "").utf8
    return ListID(
      rawValue: "first-" + StableHash.hex(bytes) + StableHash.hex(bytes, salt: .max))
  }
}
