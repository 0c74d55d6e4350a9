import Basics
import Core

extension AccountID {
  /// The user ID, which is the last part of the name of an account; nil for any other name.
  var user: String? {
    let parts = root.rawValue.splitExactly(at: "/")
    return parts.count == 5 ? parts[4] : nil
  }
}
