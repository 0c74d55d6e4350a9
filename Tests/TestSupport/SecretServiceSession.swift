/// A session bus of a test's own, with a real keyring on it as long as the test wants one.
///
/// Nothing else is on the bus and nothing is started by it: no question for a password can be shown. It is the one of the
/// end-to-end tests, `harness/keyring.py`.
public final class SecretServiceSession: Sendable {
  /// Why there is no such session; a reason to skip a test by name.
  public struct Unavailable: Error, Sendable {
    public let reason: String
  }

  /// The bus, as in `DBUS_SESSION_BUS_ADDRESS`.
  public let busAddress: String
  private let server: HarnessServer

  /// Starts the bus.
  /// - Throws: ``Unavailable`` where one of the programs, or Python's GObject, is not installed.
  public init() throws {
    do {
      server = try HarnessServer("keyring")
    } catch let error as HarnessServer.Unavailable {
      throw Unavailable(reason: error.reason)
    }
    busAddress = server.call("address") as? String ?? ""
  }

  deinit {
    stop()
  }

  /// Starts the keyring, the first time with an empty one, and waits until it is on the bus.
  /// - Parameter password: of the keyring; one that is not that of the first time leaves it locked.
  public func startKeyring(password: String) throws {
    guard server.call("start", password) as? Bool == true else {
      throw Unavailable(reason: "gnome-keyring-daemon does not start")
    }
  }

  /// Ends the keyring; its files stay.
  public func stopKeyring() { server.call("end") }

  /// Pauses the keyring: it is running but does not answer.
  public func freezeKeyring() { server.call("freeze") }

  /// Puts somebody on the bus who is to ask for passwords and never comes to an end with it.
  public func startHangingPrompter() throws {
    guard server.call("start_hanging_prompter") as? Bool == true else {
      throw Unavailable(reason: "nobody can be put on the bus")
    }
  }

  /// All that secret-tool tells of what is kept of an account.
  public func found(_ account: String) -> String { server.call("found", account) as? String ?? "" }

  /// Ends everything and removes the files.
  public func stop() {
    server.call("stop")
    server.stop()
  }
}
