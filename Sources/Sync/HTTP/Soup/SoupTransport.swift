/// HTTP through libsoup 3, off the main thread.
///
/// The requests of all transports run asynchronously on one thread. Each transport has its own connections; a
/// request waits for a free one within its own time limit.
///
/// Plain http is refused for hosts other than this computer, proxies are not used for this computer,
/// and redirections are returned as they are.
public final class SoupTransport: HTTPTransport {
  private let sessions: SoupSessions

  /// The fewest connections. libsoup gives an idle connection's place to a request only if it sees first that the
  /// connection has ended. If the server ends the only one while libsoup looks for one
  /// (`soup_connection_manager_get_connection`), the request waits for a place, and nothing makes libsoup look again.
  private static let fewest = 2

  /// - Parameter connections: how many requests may run at once, at least two.
  public init(connections: Int = 3) {
    sessions = SoupSessions(connections: max(Self.fewest, connections))
  }

  deinit {
    SoupThread.shared.perform { [sessions] in sessions.close() }
  }

  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    let exchange = SoupExchange(request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchange.begin { continuation.resume(returning: $0) }
        SoupThread.shared.perform { [sessions] in
          if !exchange.isEnded { SoupCall(exchange).start(with: sessions) }
        }
      }
    } onCancel: {
      exchange.end(.failure(.cancelled))
    }
    return try result.get()
  }
}
