import Synchronization

/// HTTP through libsoup 3, off the main thread.
///
/// Requests run on a few threads of the transport's own. Each thread keeps its sessions and its
/// `GMainContext` to itself, because a session may be configured and released only where it was
/// created and its idle connections are watched by that thread's context
/// (https://libsoup.gnome.org/libsoup-3.0/client-thread-safety.html). A slow answer occupies one
/// thread; other requests take another one, and a request that finds none waits within its own time
/// limit.
///
/// Plain http is refused for hosts other than this computer, proxies are not used for this computer,
/// and redirections are returned as they are.
public final class SoupTransport: HTTPTransport {
  private struct Pool {
    var workers: [SoupWorker] = []
    var idle: [SoupWorker] = []
    var waiting: [SoupExchange] = []
  }

  private let maxWorkers: Int
  private let pool = Mutex(Pool())

  /// - Parameter connections: how many requests may be under way at once, at least one.
  public init(connections: Int = 3) {
    maxWorkers = max(1, connections)
  }

  deinit {
    pool.withLock { pool in
      for worker in pool.workers { worker.stop() }
    }
  }

  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    let exchange = SoupExchange(request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchange.begin { continuation.resume(returning: $0) }
        run(exchange)
      }
    } onCancel: {
      exchange.end(.failure(.cancelled))
    }
    return try result.get()
  }

  private func run(_ exchange: SoupExchange) {
    let worker: SoupWorker? = pool.withLock { pool in
      if let idle = pool.idle.popLast() { return idle }
      guard pool.workers.count < maxWorkers else {
        pool.waiting.append(exchange)
        return nil
      }
      let new = SoupWorker()
      pool.workers.append(new)
      return new
    }
    worker?.run(exchange) { [weak self] in self?.next(for: $0) }
  }

  /// What a worker that has finished does next; nil makes it idle.
  private func next(for worker: SoupWorker) -> SoupExchange? {
    pool.withLock { pool in
      while !pool.waiting.isEmpty {
        let exchange = pool.waiting.removeFirst()
        if !exchange.isEnded { return exchange }
      }
      pool.idle.append(worker)
      return nil
    }
  }
}
