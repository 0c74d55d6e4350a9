import Synchronization

/// Whether the keyring's dialog stays away: after the user has closed it, secrets are read without asking until the keyring
/// is open, or until the user wants something that needs it. Engines, live updates and readers of people would otherwise
/// show it again and again.
public final class KeyringRest: Sendable {
  private let state = Mutex(false)

  public init() {}

  var isOn: Bool { state.withLock { $0 } }

  func begin() { state.withLock { $0 = true } }

  func end() { state.withLock { $0 = false } }
}
