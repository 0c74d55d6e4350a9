import Foundation
import Glibc
import Synchronization

/// Forwards bytes between clients and a server on 127.0.0.1 as they arrive, until it cuts the connections.
///
/// Unlike ``FaultProxy``, which reads a complete answer first, it suits streaming answers.
public final class LoopbackRelay: Sendable {
  private struct State {
    var open: Set<Int32> = []
    var accepted = 0
    var isRefusing = false
  }

  public let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  /// - Parameter upstream: the port of the upstream server.
  public init(upstream: UInt16) throws {
    (listener, port) = try LoopbackSocket.listen()
    LoopbackSocket.accept(on: listener, for: self) { relay, client in
      guard let server = try? LoopbackSocket.connect(port: upstream) else {
        close(client)
        return
      }
      relay.relay(client, server)
    }
  }

  deinit {
    stop()
  }

  /// `127.0.0.1:port`
  public var host: String { "127.0.0.1:\(port)" }

  /// How many connections there were so far.
  public var connections: Int { state.withLock { $0.accepted } }

  /// Cuts every connection.
  /// - Parameter refusing: whether new ones are cut as well from now on.
  public func cut(refusing: Bool = false) {
    state.withLock { state in
      state.isRefusing = refusing
      for end in state.open { shutdown(end, Int32(SHUT_RDWR)) }
    }
  }

  /// Closes the port and cuts every connection.
  public func stop() {
    cut(refusing: true)
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func relay(_ client: Int32, _ server: Int32) {
    let isRefused = state.withLock { state in
      state.accepted += 1
      if !state.isRefusing { state.open.formUnion([client, server]) }
      return state.isRefusing
    }
    if isRefused {
      close(client)
      close(server)
      return
    }
    // The last of the two directions to end closes both sockets.
    let ended = Ended()
    for (from, to) in [(client, server), (server, client)] {
      Thread.detachNewThread { [self] in
        while true {
          let bytes = LoopbackSocket.read(from: from)
          guard !bytes.isEmpty, LoopbackSocket.write(bytes, to: to) else { break }
        }
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
        guard ended.isSecond() else { return }
        state.withLock { state in
          state.open.subtract([client, server])
          close(client)
          close(server)
        }
      }
    }
  }

  private final class Ended: Sendable {
    private let count = Mutex(0)

    func isSecond() -> Bool {
      count.withLock { count in
        count += 1
        return count == 2
      }
    }
  }
}
