import Basics
import Core
import Sync

/// The account whose user signs in again, with what identifies it if the user name is another one: servers let people
/// change the name with which they sign in (docs/decisions/0064).
package struct ExistingCalDAVAccount: Hashable, Sendable {
  package let id: AccountID
  package let settings: CalDAVSettings
  /// Some to-dos that the server is known to have.
  package let todos: [KnownResource]

  package init(id: AccountID, settings: CalDAVSettings, todos: [KnownResource] = []) {
    self.id = id
    self.settings = settings
    self.todos = todos
  }

  /// Whether the person who signs in is the user of this account. If the user name is another one, the home must be the
  /// same, and the server must have one of the to-dos in its known version. The home alone proves nothing: some servers
  /// use the same path for everybody.
  /// - Parameter found: the settings of the new sign-in.
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
