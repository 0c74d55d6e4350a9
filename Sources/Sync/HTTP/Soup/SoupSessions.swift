import CSoup
import Core

/// The sessions of one transport, created at the first use.
///
/// Unchecked: used on ``SoupThread`` only.
final class SoupSessions: @unchecked Sendable {
  private let connections: Int
  /// Uses the system's proxy settings.
  private var remote: UnsafeMutablePointer<SoupSession>?
  /// The same, for public addresses only. It has its own connections, because an address is checked only when
  /// a connection is made.
  private var internet: UnsafeMutablePointer<SoupSession>?
  /// Never uses a proxy: requests to this computer do not leave it.
  private var local: UnsafeMutablePointer<SoupSession>?

  /// - Parameter connections: the most per session, at least one; further requests wait.
  init(connections: Int) {
    self.connections = connections
  }

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

  /// The session for a request; fails for a URL that must not or cannot be requested.
  func session(for request: HTTPRequest) -> Result<UnsafeMutablePointer<SoupSession>, HTTPFailure> {
    Self.isLocal(request.url).flatMap { isLocal in
      if isLocal, request.reach == .internet { return .failure(.privateAddress) }
      let place = isLocal ? \SoupSessions.local : request.reach == .internet ? \.internet : \.remote
      let session = self[keyPath: place] ?? make(isLocal: isLocal)
      self[keyPath: place] = session
      return session.map { .success($0) } ?? .failure(.unreachable(reason: "no session"))
    }
  }

  private func make(isLocal: Bool) -> UnsafeMutablePointer<SoupSession>? {
    guard let session = optimist_soup_session_new(gint(connections)) else { return nil }
    soup_session_set_user_agent(session, "Optimist")
    // No decompression: see docs/decisions/0022.
    soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
    if isLocal { soup_session_set_proxy_resolver(session, nil) }
    return session
  }

  /// Whether a URL names this computer; fails for one that must not or cannot be requested.
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
}
