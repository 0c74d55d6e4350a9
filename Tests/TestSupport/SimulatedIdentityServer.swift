import Basics
import Foundation
import Glibc
public import Sync
import Synchronization

/// Firebase Authentication on 127.0.0.1, written from its public reference
/// (https://firebase.google.com/docs/reference/rest/auth): signing up, signing in with a password and
/// renewing tokens. For broken connections and answers, put a ``FaultProxy`` in front.
///
/// Its ID tokens are unsigned; the Firestore emulator accepts them.
public final class SimulatedIdentityServer: Sendable, Redacted {
  /// A request, without its secrets.
  public struct Request: Hashable, Sendable {
    /// `signUp`, `signInWithPassword` or `token`; otherwise the path.
    public let method: String
    public let contentType: String
  }

  struct User {
    let id: String
    let email: String
    var password: String
    var isDisabled = false
  }

  struct State {
    var users: [User] = []
    /// The users of the valid refresh tokens.
    var tokens: [String: String] = [:]
    var lifetime = 3600
    var changesTokens = false
    var hidesAddresses = false
    var isEnabled = true
    var requests: [Request] = []
    var count = 0
    var isStopped = false
  }

  public static let apiKey = "simulated-key"

  public let port: UInt16
  let listener: Int32
  let state = Mutex(State())
  let gate = SimulatedGate()

  public init() throws {
    (listener, port) = try LoopbackSocket.listen()
    serve()
  }

  deinit {
    stop()
  }

  /// `127.0.0.1:port`
  public var host: String { "127.0.0.1:\(port)" }

  public var requests: [Request] { state.withLock { $0.requests } }

  /// How many requests of a kind came.
  public func count(of method: String) -> Int {
    requests.count { $0.method == method }
  }

  // MARK: What the project's owner does

  /// Makes a user.
  /// - Returns: the user's ID.
  @discardableResult
  public func add(_ email: String, password: String) -> String {
    state.withLock { $0.add(email, password: password).id }
  }

  /// Ends all sessions of a user.
  public func revoke(_ email: String) {
    state.withLock { state in
      let ids = state.users.filter { $0.email == email }.map(\.id)
      state.tokens = state.tokens.filter { !ids.contains($0.value) }
    }
  }

  /// Locks a user out.
  public func disable(_ email: String) {
    state.withLock { state in
      for index in state.users.indices where state.users[index].email == email {
        state.users[index].isDisabled = true
      }
    }
  }

  /// The lifetime of ID tokens issued from now on, in seconds.
  public func setLifetime(_ seconds: Int) { state.withLock { $0.lifetime = seconds } }

  /// Whether each renewal gives a new refresh token and ends the old one.
  public func setChangesTokens(_ isOn: Bool) { state.withLock { $0.changesTokens = isOn } }

  /// Whether an unknown address is told apart from a wrong password ("email enumeration protection").
  public func setHidesAddresses(_ isOn: Bool) { state.withLock { $0.hidesAddresses = isOn } }

  /// Whether users may sign up and in with a password at all.
  public func setEnabled(_ isOn: Bool) { state.withLock { $0.isEnabled = isOn } }

  /// Lets requests arrive without answering them, until ``resume()``.
  public func pause() { gate.close() }

  public func resume() { gate.open() }

  /// Closes the port.
  public func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    gate.open()
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }
}
