import Core

extension AccountID {
  /// The user ID, which is the last part of the name of an account; nil for any other name.
  var user: String? {
    let parts = root.rawValue.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 5 ? String(parts[4]) : nil
  }
}
