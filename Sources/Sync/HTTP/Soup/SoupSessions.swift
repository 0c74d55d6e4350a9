import CSoup
import Core
import FoundationEssentials

/// The sessions of one thread, created at the first use. Used on that thread only.
final class SoupSessions {
  private static let chunk = 64 * 1024

  /// Uses the system's proxy settings.
  private var remote: UnsafeMutablePointer<SoupSession>?
  /// The same for addresses of the internet alone. Its connections are not used for anything else, because
  /// an address is looked at only when a connection is made.
  private var internet: UnsafeMutablePointer<SoupSession>?
  /// Never uses a proxy: what is meant for this computer does not leave it.
  private var local: UnsafeMutablePointer<SoupSession>?

  /// Releases the sessions and their connections.
  func close() {
    for session in [remote, internet, local] {
      guard let session else { continue }
      soup_session_abort(session)
      g_object_unref(session)
    }
    remote = nil
    internet = nil
    local = nil
  }

  /// Makes one exchange, blocking the thread until it ends or its cancellation is set.
  func run(_ exchange: SoupExchange) -> SoupExchange.Outcome {
    let request = exchange.request
    switch Self.isLocal(request.url) {
    case .success(true) where request.reach == .internet: return .failure(.privateAddress)
    case .success(let isLocal): return run(exchange, isLocal: isLocal)
    case .failure(let failure): return .failure(failure)
    }
  }

  private func run(_ exchange: SoupExchange, isLocal: Bool) -> SoupExchange.Outcome {
    let request = exchange.request
    guard let message = soup_message_new(request.method.rawValue, request.url) else {
      return .failure(.malformedURL)
    }
    let looker = SoupGuard(exchange)
    defer { withExtendedLifetime(looker) { g_object_unref(UnsafeMutableRawPointer(message)) } }
    guard prepare(message, for: request) else { return .failure(.malformedURL) }

    looker.watch(message)

    var error: UnsafeMutablePointer<GError>?
    let cancellable = exchange.cancellation.pointer
    let stream = soup_session_send(
      session(isLocal: isLocal, request.reach), message, cancellable, &error)
    guard let stream else {
      let failure = SoupFailure.take(error)
      return .failure(looker.failure ?? failure)
    }
    defer { g_object_unref(stream) }

    // Nothing else was asked for. A few bytes of it may stand for any number of zeros.
    let coding = soup_message_headers_get_list(
      soup_message_get_response_headers(message), "Content-Encoding")
    if let coding, String(cString: coding).lowercased() != "identity" {
      exchange.cancellation.cancel()
      return .failure(.malformedResponse)
    }

    let declared = soup_message_headers_get_content_length(
      soup_message_get_response_headers(message))
    // Too much is not read to the end: the connection is closed instead of used again.
    if declared > request.maxResponseBytes {
      exchange.cancellation.cancel()
      return .failure(.tooLarge(limit: request.maxResponseBytes))
    }
    var body = Data()
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.chunk, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = g_input_stream_read(stream, buffer, gsize(Self.chunk), cancellable, &error)
      guard count >= 0 else { return .failure(SoupFailure.take(error)) }
      guard count > 0 else { break }
      guard body.count + Int(count) <= request.maxResponseBytes else {
        exchange.cancellation.cancel()
        return .failure(.tooLarge(limit: request.maxResponseBytes))
      }
      body.append(buffer.assumingMemoryBound(to: UInt8.self), count: Int(count))
    }
    return .success(
      HTTPResponse(
        status: Int(soup_message_get_status(message).rawValue), headers: headers(of: message),
        body: body))
  }

  /// Whether a URL names this computer; fails for what must not or cannot be asked.
  private static func isLocal(_ url: String) -> Result<Bool, HTTPFailure> {
    var scheme: UnsafeMutablePointer<CChar>?
    var host: UnsafeMutablePointer<CChar>?
    let isURL = g_uri_split_network(url, G_URI_FLAGS_NONE, &scheme, &host, nil, nil) != 0
    defer {
      g_free(scheme)
      g_free(host)
    }
    guard isURL, let scheme, let host, host.pointee != 0 else { return .failure(.malformedURL) }
    let isLocal = LoopbackHost.contains(String(cString: host))
    switch String(cString: scheme).lowercased() {
    case "https": return .success(isLocal)
    case "http": return isLocal ? .success(true) : .failure(.insecureAddress)
    default: return .failure(.malformedURL)
    }
  }

  private func session(isLocal: Bool, _ reach: HTTPRequest.Reach)
    -> UnsafeMutablePointer<SoupSession>?
  {
    let place = isLocal ? \SoupSessions.local : reach == .internet ? \.internet : \.remote
    if let session = self[keyPath: place] { return session }
    let session = soup_session_new()
    soup_session_set_user_agent(session, "Optimist")
    // Answers come as they are: see docs/decisions/0022.
    soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
    if isLocal { soup_session_set_proxy_resolver(session, nil) }
    self[keyPath: place] = session
    return session
  }

  /// False if a header or the body cannot be sent.
  private func prepare(_ message: OpaquePointer, for request: HTTPRequest) -> Bool {
    soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
    let headers = soup_message_get_request_headers(message)
    soup_message_headers_replace(headers, "Accept-Encoding", "identity")
    var contentType: String?
    for (name, value) in request.headers {
      guard Self.isToken(name), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
        return false
      }
      if name.lowercased() == "content-type" {
        contentType = value
      } else {
        soup_message_headers_replace(headers, name, value)
      }
    }
    guard let body = request.body else { return true }
    let bytes = body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    soup_message_set_request_body_from_bytes(
      message, contentType ?? "application/octet-stream", bytes)
    g_bytes_unref(bytes)
    return true
  }

  /// A field name (RFC 9110 §5.1 and §5.6.2).
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
      }
  }

  private func headers(of message: OpaquePointer) -> [String: String] {
    let collected = SoupHeaderList()
    soup_message_headers_foreach(
      soup_message_get_response_headers(message),
      { name, value, data in
        guard let name, let value, let data else { return }
        Unmanaged<SoupHeaderList>.fromOpaque(data).takeUnretainedValue()
          .add(String(cString: name), String(cString: value))
      }, Unmanaged.passUnretained(collected).toOpaque())
    return collected.fields
  }
}
