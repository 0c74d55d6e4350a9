import Basics

/// A user's name and password on a server. Never to be logged.
package struct DAVCredentials: Sendable {
  package let user: String
  package let password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

extension DAVCredentials: CustomStringConvertible, CustomReflectable {
  package var description: String { "credentials" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
