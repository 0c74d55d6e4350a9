import Basics
import Core

/// Where a Nextcloud server is installed, found from any of its addresses that a person types or copies.
struct LoginFlowAddress: Hashable, Sendable {
  let origin: DAVOrigin
  /// The folder of the installation, with a slash at the end.
  let folder: DAVPath

  /// What follows the folder in addresses of Nextcloud: its scripts, and the names that the browser shows instead of
  /// them.
  private static let inside = [
    "index.php", "remote.php", "public.php", "status.php", "ocs", "apps", "login", "settings",
    ".well-known",
  ]

  /// - Parameter typed: a URL, a host, or an e-mail address, whose domain is then the host.
  /// - Throws: ``LoginFlowError/server(_:)`` for a text that is not an address, or an address that is not safe.
  init(_ typed: String) throws(LoginFlowError) {
    guard let address = CalDAVAddress(typed) else { throw .server(.notAnAddress) }
    let place = address.place
    origin = place?.origin ?? DAVOrigin(isSecure: true, host: address.domain, port: 443)
    guard origin.isAllowed else { throw .server(.insecureAddress) }
    let segments = (place?.path.text ?? "/").splitExactly(at: "/").filter { !$0.isEmpty }
    let own = segments.prefix { segment in !Self.inside.contains { $0.isExactly(segment) } }
    let text = "/" + own.map { $0 + "/" }.joined()
    guard let folder = DAVPath(href: text) else { throw .server(.notAnAddress) }
    self.folder = folder
  }

  /// - Parameter script: a path below the folder.
  func url(_ script: String) -> String { origin.text + folder.text + script }

  /// An address from the server's answer, if it is on the same server. Another server must get neither the token nor
  /// the visit of the browser: whoever answers could send both anywhere.
  /// - Returns: the address to use. Its scheme, host and port are those that were typed, so that no other parser of the
  ///   text can find another host in it.
  /// - Throws: ``LoginFlowError/otherServer(_:)`` or ``LoginFlowError/malformed``.
  func own(_ url: String) throws(LoginFlowError) -> String {
    guard url.utf8.count <= 2048, url.utf8.allSatisfy(Self.isAllowed),
      let (other, _) = DAVOrigin.split(url)
    else { throw .malformed }
    // A server behind a proxy that ends TLS may not know that it is reached by https.
    let isBehindProxy = origin.isSecure && !other.isSecure && other.host.isExactly(origin.host)
    guard other == origin || isBehindProxy else { throw .otherServer(other.text) }
    let slash = UInt8(ascii: "/")
    let bytes = Array(url.utf8)
    guard let scheme = bytes.firstRange(of: Array("://".utf8)) else { throw .malformed }
    let rest = bytes[scheme.upperBound...].drop {
      ![slash, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
    }
    return origin.text + (rest.first == slash ? "" : "/") + String(decoding: rest, as: UTF8.self)
  }

  /// Visible ASCII, without what has no place in a URL (RFC 3986 §2).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && !"\"<>\\^`{|}".utf8.contains(byte)
  }
}
