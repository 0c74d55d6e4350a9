/// A session bus for a test, with a real keyring on it as long as the test wants one.
///
/// Nothing else is on the bus, and nothing is started by it, so no dialog for a password can appear. It is
/// `harness/keyring.py` of the end-to-end tests.
public final class SecretServiceSession: Sendable {
  /// Why there is no such session, as a named reason to skip a test.
  public struct Unavailable: Error, Sendable {
    public let reason: String
  }

  /// The address of the bus, as in `DBUS_SESSION_BUS_ADDRESS`.
  public let busAddress: String
  private let server: HarnessServer

  /// Starts the bus.
  /// - Throws: ``Unavailable`` if one of the programs, or Python's GObject, is not installed.
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

  /// Starts the keyring and waits until it is on the bus. The first start creates an empty one.
  /// - Parameter password: the keyring's password; one that differs from the first start's leaves the keyring locked.
  public func startKeyring(password: String) throws {
    guard server.call("start", password) as? Bool == true else {
      throw Unavailable(reason: "gnome-keyring-daemon does not start")
    }
  }

  /// Ends the keyring; its files stay.
  public func stopKeyring() { server.call("end") }

  /// Pauses the keyring: it is running but does not answer.
  public func freezeKeyring() { server.call("freeze") }

  /// Puts a prompter for passwords on the bus that never answers.
  public func startHangingPrompter() throws {
    guard server.call("start_hanging_prompter") as? Bool == true else {
      throw Unavailable(reason: "nobody can be put on the bus")
    }
  }

  /// Everything that secret-tool prints about an account's secrets.
  public func found(_ account: String) -> String { server.call("found", account) as? String ?? "" }

  /// Ends everything and removes the files.
  public func stop() {
    server.call("stop")
    server.stop()
  }
}
