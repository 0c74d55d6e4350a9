/// Forwards bytes between clients and a server on 127.0.0.1 as they arrive, until it cuts the connections.
///
/// Unlike ``FaultProxy``, which first reads a complete answer, it is suited for streaming answers. It is
/// `harness/relay.py` of the end-to-end tests.
public final class LoopbackRelay: Sendable {
  private let server: HarnessServer

  /// - Parameter upstream: the port of the upstream server.
  public init(upstream: UInt16) throws {
    server = try HarnessServer("relay", "127.0.0.1:\(upstream)")
  }

  /// `127.0.0.1:port`
  public var host: String { "127.0.0.1:\(server.port)" }

  /// The number of connections so far.
  public var connections: Int { server.call("connections") as? Int ?? 0 }

  /// Cuts every connection and refuses new ones.
  public func cut() { server.call("stop") }

  /// Accepts connections again.
  public func mend() { server.call("start") }

  /// Closes the port and cuts every connection.
  public func stop() { server.stop() }
}
