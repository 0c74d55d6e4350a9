import Basics
import CSoup
import Core

/// Watches an exchange and ends it where libsoup itself would continue: at endless informational responses,
/// and before a connection to an address that is not allowed.
///
/// Used on ``SoupThread`` only, where the signals arrive. The message keeps it alive.
final class SoupGuard {
  /// The most informational responses before the final one. RFC 9110 §15.2 sets no limit; servers send one or
  /// two.
  static let mostInformational = 16

  private let exchange: SoupExchange
  private var informational = 0
  /// Why the exchange was ended; nil if it was not.
  private(set) var failure: HTTPFailure?

  init(_ exchange: SoupExchange) {
    self.exchange = exchange
  }

  /// Starts watching.
  func watch(_ message: OpaquePointer) {
    let didInform: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in
      guard let data else { return }
      Unmanaged<SoupGuard>.fromOpaque(data).takeUnretainedValue().didInform()
    }
    connect(message, "got-informational", unsafeBitCast(didInform, to: GCallback.self))
    let didMeet:
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<GTlsCertificate>?, GTlsCertificateFlags, gpointer?
      ) -> gboolean = { _, certificate, _, data in
        guard let data, let certificate else { return 0 }
        let soupGuard = Unmanaged<SoupGuard>.fromOpaque(data).takeUnretainedValue()
        return soupGuard.mayTrust(certificate) ? 1 : 0
      }
    connect(message, "accept-certificate", unsafeBitCast(didMeet, to: GCallback.self))
    guard exchange.request.reach == .internet || !Self.accepted.isEmpty else { return }
    let didHappen:
      @convention(c) (OpaquePointer?, GSocketClientEvent, OpaquePointer?, gpointer?) -> Void = {
        _, event, connection, data in
        guard let data, let connection else { return }
        let soupGuard = Unmanaged<SoupGuard>.fromOpaque(data).takeUnretainedValue()
        switch event {
        case G_SOCKET_CLIENT_CONNECTING: soupGuard.willConnect(connection)
        case G_SOCKET_CLIENT_TLS_HANDSHAKED: soupGuard.didCompleteHandshake(connection)
        default: break
        }
      }
    connect(message, "network-event", unsafeBitCast(didHappen, to: GCallback.self))
  }

  private func connect(_ message: OpaquePointer, _ signal: String, _ callback: @escaping GCallback)
  {
    g_signal_connect_data(
      UnsafeMutableRawPointer(message), signal, callback, Unmanaged.passRetained(self).toOpaque(),
      { data, _ in
        guard let data else { return }
        Unmanaged<SoupGuard>.fromOpaque(data).release()
      }, GConnectFlags(rawValue: 0))
  }

  /// Asked about a certificate that the system does not trust
  /// (https://libsoup.gnome.org/libsoup-3.0/signal.Message.accept-certificate.html).
  private func mayTrust(_ certificate: UnsafeMutablePointer<GTlsCertificate>) -> Bool {
    guard let found = UntrustedCertificate(certificate) else { return false }
    if let trusted = exchange.request.trustedCertificate, found.fingerprint.isExactly(trusted) {
      Self.accepted.insert(found.fingerprint)
      return true
    }
    end(.untrusted(found))
    return false
  }

  /// The fingerprints of certificates that were accepted because a user trusts them. GnuTLS resumes a session with such
  /// a certificate (RFC 8446 §2.2) without asking again, for any request. Used on ``SoupThread`` only.
  nonisolated(unsafe) private static var accepted: Set<String> = []

  /// Ends an exchange over a resumed session if only other requests accept its certificate.
  private func didCompleteHandshake(_ connection: OpaquePointer) {
    let instance = UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GTypeInstance.self)
    guard g_type_check_instance_is_a(instance, g_tls_connection_get_type()) != 0 else { return }
    let tls = UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GTlsConnection.self)
    guard let certificate = g_tls_connection_get_peer_certificate(tls),
      let found = UntrustedCertificate(certificate), Self.accepted.contains(found.fingerprint),
      exchange.request.trustedCertificate.map({ $0.isExactly(found.fingerprint) }) != true
    else { return }
    end(.untrusted(found))
  }

  private func didInform() {
    informational += 1
    if informational > Self.mostInformational { end(.malformedResponse) }
  }

  /// While connecting, a connection knows the address it is about to use
  /// (https://docs.gtk.org/gio/method.SocketConnection.get_remote_address.html). An earlier name lookup
  /// proves nothing: the next one may give another address.
  private func willConnect(_ connection: OpaquePointer) {
    guard exchange.request.reach == .internet else { return }
    let socket = UnsafeMutableRawPointer(connection)
      .assumingMemoryBound(to: GSocketConnection.self)
    guard let address = g_socket_connection_get_remote_address(socket, nil) else {
      return end(.privateAddress)
    }
    defer { g_object_unref(address) }
    if !Self.mayConnect(to: address) { end(.privateAddress) }
  }

  private static func mayConnect(to address: UnsafeMutablePointer<GSocketAddress>) -> Bool {
    let instance = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GTypeInstance.self)
    // The user's own proxy is allowed anywhere. It resolves names itself.
    if g_type_check_instance_is_a(instance, g_proxy_address_get_type()) != 0 { return true }
    guard g_type_check_instance_is_a(instance, g_inet_socket_address_get_type()) != 0 else {
      return false
    }
    let inet = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)
    guard let host = g_inet_socket_address_get_address(inet),
      let bytes = g_inet_address_to_bytes(host)
    else { return false }
    let count = Int(g_inet_address_get_native_size(host))
    return InternetAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))?.isPublic
      ?? false
  }

  private func end(_ failure: HTTPFailure) {
    if self.failure == nil { self.failure = failure }
    exchange.cancellation.cancel()
  }
}
