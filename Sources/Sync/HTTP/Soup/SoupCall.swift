import CSoup
import FoundationEssentials

/// Carries out one exchange on ``SoupThread``: sends the message, then reads the answer piece by piece.
///
/// libsoup and GIO keep the call alive until its last callback.
final class SoupCall {
  private static let chunk = 64 * 1024
  private static let readsInARow = 256
  /// The fewest bytes that the pieces of an answer must have on average. Each piece costs as much as many bytes, so a
  /// server that sends single bytes would keep the processor busy. The first pieces may be of any size.
  private static let fewestBytesOfAPiece = 32
  private static let smallPieces = 1000

  private let exchange: SoupExchange
  private let soupGuard: SoupGuard
  private var message: SoupMessage?
  private var stream: UnsafeMutablePointer<GInputStream>?
  private var body = Data()
  private var pieces = 0
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: SoupCall.chunk, alignment: 8)

  init(_ exchange: SoupExchange) {
    self.exchange = exchange
    soupGuard = SoupGuard(exchange)
  }

  deinit {
    if let stream { g_object_unref(stream) }
    buffer.deallocate()
  }

  /// Starts; the exchange receives the result.
  func start(with sessions: SoupSessions) {
    let session: UnsafeMutablePointer<SoupSession>
    switch sessions.session(for: exchange.request) {
    case .success(let found): session = found
    case .failure(let failure): return exchange.end(.failure(failure))
    }
    guard let message = SoupMessage(exchange.request) else {
      return exchange.end(.failure(.malformedURL))
    }
    self.message = message
    soupGuard.watch(message.pointer)
    soup_session_send_async(
      session, message.pointer, G_PRIORITY_DEFAULT, exchange.cancellation.pointer,
      { session, result, data in
        guard let data else { return }
        let call = Unmanaged<SoupCall>.fromOpaque(data).takeRetainedValue()
        var error: UnsafeMutablePointer<GError>?
        let stream = soup_session_send_finish(
          UnsafeMutableRawPointer(session)?.assumingMemoryBound(to: SoupSession.self), result,
          &error)
        call.didSend(stream, error)
      }, Unmanaged.passRetained(self).toOpaque())
  }

  private func didSend(
    _ stream: UnsafeMutablePointer<GInputStream>?, _ error: UnsafeMutablePointer<GError>?
  ) {
    guard let stream, let message else {
      let failure = SoupFailure.take(error)
      return exchange.end(.failure(soupGuard.failure ?? failure))
    }
    self.stream = stream
    // No compression was requested. A few compressed bytes may expand to any number of zeros.
    if message.isEncoded { return exchange.end(.failure(.malformedResponse)) }
    // An answer over the limit is not read to its end: its connection is closed, not reused.
    let limit = exchange.request.maxResponseBytes
    if message.declaredLength > limit { return exchange.end(.failure(.tooLarge(limit: limit))) }
    read()
  }

  private func read() {
    g_input_stream_read_async(
      stream, buffer, gsize(Self.chunk), G_PRIORITY_DEFAULT, exchange.cancellation.pointer,
      { stream, result, data in
        guard let data else { return }
        let call = Unmanaged<SoupCall>.fromOpaque(data).takeRetainedValue()
        var error: UnsafeMutablePointer<GError>?
        let count = g_input_stream_read_finish(
          UnsafeMutableRawPointer(stream)?.assumingMemoryBound(to: GInputStream.self), result,
          &error)
        call.didRead(Int(count), error)
      }, Unmanaged.passRetained(self).toOpaque())
  }

  /// - Parameter count: how many bytes are in the buffer; zero at the end, below zero after an error.
  private func didRead(_ count: Int, _ error: UnsafeMutablePointer<GError>?) {
    var (count, error) = (count, error)
    // Bytes that have arrived already are read at once, but only so often in a row: others use the thread as well.
    for _ in 0..<Self.readsInARow {
      guard take(count, error) else { return }
      error = nil
      count = g_pollable_input_stream_read_nonblocking(
        OpaquePointer(stream), buffer, gsize(Self.chunk), exchange.cancellation.pointer, &error)
      if g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_WOULD_BLOCK.rawValue)) != 0 {
        g_error_free(error)
        return read()
      }
    }
    if take(count, error) { read() }
  }

  /// Adds what is in the buffer to the body; false if that was the end.
  private func take(_ count: Int, _ error: UnsafeMutablePointer<GError>?) -> Bool {
    guard count >= 0 else {
      exchange.end(.failure(SoupFailure.take(error)))
      return false
    }
    guard count > 0 else {
      if let message {
        exchange.end(
          .success(HTTPResponse(status: message.status, headers: message.headers, body: body)))
      }
      return false
    }
    let limit = exchange.request.maxResponseBytes
    pieces += 1
    guard body.count + count <= limit,
      pieces <= Self.smallPieces + limit / Self.fewestBytesOfAPiece
    else {
      exchange.end(.failure(.tooLarge(limit: limit)))
      return false
    }
    body.append(buffer.assumingMemoryBound(to: UInt8.self), count: count)
    return true
  }
}
