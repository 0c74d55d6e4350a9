import Basics
import CGLib

/// A server: scheme, host and port (RFC 6454 §4). Credentials are bound to it.
struct DAVOrigin: Hashable, Sendable {
  let isSecure: Bool
  /// In lower case; IPv6 without brackets.
  @Exact private(set) var host: String
  let port: Int

  /// The origin of an absolute URL, and its path; nil for another scheme than http and https, for a URL without host,
  /// and for one with a user name or password in it.
  static func split(_ url: String) -> (origin: DAVOrigin, path: DAVPath)? {
    var scheme: UnsafeMutablePointer<CChar>?
    var user: UnsafeMutablePointer<CChar>?
    var host: UnsafeMutablePointer<CChar>?
    var path: UnsafeMutablePointer<CChar>?
    var port: gint = -1
    let isURL = g_uri_split(
      url, GUriFlags(rawValue: G_URI_FLAGS_ENCODED.rawValue), &scheme, &user, &host, &port, &path,
      nil, nil, nil)
    defer { for part in [scheme, user, host, path] { g_free(part) } }
    guard isURL != 0, user == nil, let scheme, let host, host.pointee != 0,
      let place = DAVPath(href: path.map { String(cString: $0) } ?? "/")
    else { return nil }
    let isSecure: Bool
    switch String(cString: scheme).lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    default: return nil
    }
    let name = String(cString: host).lowercased()
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }) else {
      return nil
    }
    let standard = isSecure ? 443 : 80
    return (DAVOrigin(isSecure: isSecure, host: name, port: port > 0 ? Int(port) : standard), place)
  }

  init(isSecure: Bool, host: String, port: Int) {
    self.isSecure = isSecure
    self.port = port
    self.host = host
  }

  /// Whether requests may go there: over TLS, or to this computer.
  var isAllowed: Bool { isSecure || LoopbackHost.contains(host) }

  /// As in a URL, without a slash at the end.
  var text: String {
    let name = host.containsExactly(":") ? "[" + host + "]" : host
    let isStandard = port == (isSecure ? 443 : 80)
    return (isSecure ? "https://" : "http://") + name + (isStandard ? "" : ":\(port)")
  }

  func url(_ path: DAVPath) -> String { text + path.text }

  /// Whether the host is a domain or one of its subdomains.
  func isWithin(_ domain: String) -> Bool {
    host.isExactly(domain) || host.hasSuffix("." + domain)
  }
}
