public import Sync

/// Firebase Authentication on 127.0.0.1, written from its public reference
/// (https://firebase.google.com/docs/reference/rest/auth): signing up, signing in with a password and
/// renewing tokens. For broken connections and answers, put a ``FaultProxy`` in front.
///
/// It is `harness/identity.py` of the end-to-end tests. Its ID tokens are unsigned; the Firestore emulator accepts
/// them.
public final class SimulatedIdentityServer: Sendable, Redacted {
  public static let apiKey = "simulated-key"

  private let server: HarnessServer

  public init() throws {
    server = try HarnessServer("identity")
    setHidesAddresses(false)
  }

  public var port: UInt16 { server.port }

  /// `127.0.0.1:port`
  public var host: String { "127.0.0.1:\(port)" }

  /// The requests so far: `signUp`, `signInWithPassword`, `token`, or otherwise the end of the path.
  public var requests: [String] { server.call("methods") as? [String] ?? [] }

  /// The number of requests of a kind.
  public func count(of method: String) -> Int {
    requests.count { $0 == method }
  }

  // MARK: Actions of the project's owner

  /// Creates a user.
  /// - Returns: the user's ID.
  @discardableResult
  public func add(_ email: String, password: String) -> String {
    server.call("add", email, password) as? String ?? ""
  }

  /// Ends all sessions of a user.
  public func revoke(_ email: String) { server.call("revoke", email) }

  /// Disables a user.
  public func disable(_ email: String) { server.call("disable", email) }

  /// The lifetime of ID tokens issued from now on, in seconds.
  public func setLifetime(_ seconds: Int) { server.set("lifetime", seconds) }

  /// Whether each renewal gives a new refresh token and ends the old one.
  public func setChangesTokens(_ isOn: Bool) { server.set("changes_tokens", isOn) }

  /// Whether the errors for an unknown address and for a wrong password are the same ("email enumeration protection").
  public func setHidesAddresses(_ isOn: Bool) { server.set("hides_addresses", isOn) }

  /// Whether users may sign up and in with a password at all.
  public func setEnabled(_ isOn: Bool) { server.set("is_enabled", isOn) }

  /// Lets requests arrive without answering them, until ``resume()``.
  public func pause() { server.call("pause") }

  public func resume() { server.call("resume") }

  /// Closes the port.
  public func stop() { server.stop() }
}
