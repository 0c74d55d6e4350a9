import Basics
import Core

extension AccountID {
  /// The user ID, which is the last part of an account's identifier; nil for any other text.
  var user: String? {
    let parts = root.rawValue.splitExactly(at: "/")
    return parts.count == 5 ? parts[4] : nil
  }
}
