import Basics
import Core
import Sync

/// The account whose user signs in again, and how it is recognised if that is with another name: servers let people
/// change the name with which they sign in (docs/decisions/0064).
package struct ExistingCalDAVAccount: Hashable, Sendable {
  package let id: AccountID
  package let settings: CalDAVSettings
  /// Some to-dos that the server has, as far as is known here.
  package let todos: [KnownResource]

  package init(id: AccountID, settings: CalDAVSettings, todos: [KnownResource] = []) {
    self.id = id
    self.settings = settings
    self.todos = todos
  }

  /// Whether somebody who can sign in is the user of this account. With another name they are if the home is the same
  /// and one of its to-dos is there. The home alone does not say it: some servers have the same path for everybody.
  /// - Parameter found: the settings with which they can sign in.
  func isAccount(
    at found: CalDAVSettings, _ password: String, _ discovery: CalDAVDiscovery
  ) async throws(CalDAVDiscoveryError) -> Bool {
    guard found.server.isExactly(settings.server), found.home.isExactly(settings.home) else {
      return false
    }
    if found.user.isExactly(settings.user) { return true }
    return try await discovery.finds(oneOf: todos, at: found, password: password)
  }
}
