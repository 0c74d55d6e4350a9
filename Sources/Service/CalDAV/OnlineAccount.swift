import Basics
import CGLib
import Core

/// An account at a CalDAV server that the user has set up for the whole desktop, in GNOME's settings.
package struct OnlineAccount: Hashable, Sendable, Identifiable {
  /// Its object on the bus.
  package let id: String
  /// Its name in the settings.
  package let name: String
  /// The server's URL, without the user's name.
  package let address: String
  package let user: String
  /// The host with its port, as ``CalDAVSettings/host`` has it.
  package let host: String

  /// Whether it has the same user at the same server as an account.
  package func isSame(as account: Account) -> Bool {
    switch account.service {
    case .firestore: false
    case .caldav(let settings): isSame(as: settings)
    }
  }

  /// The same for the settings of an account.
  package func isSame(as settings: CalDAVSettings) -> Bool {
    user.isExactly(settings.user) && host.isExactly(settings.host)
  }

  /// - Parameter uri: may contain the user's name, as the settings of Nextcloud accounts do.
  /// - Returns: nil for a text that is not an http or https URL, or is too long to be shown.
  init?(id: String, name: String, uri: String, user: String) {
    guard [id, name, uri].allSatisfy({ $0.utf8.count <= 2048 }), !user.isEmpty,
      user.utf8.count <= 2048
    else { return nil }
    var scheme: UnsafeMutablePointer<CChar>?
    var host: UnsafeMutablePointer<CChar>?
    var path: UnsafeMutablePointer<CChar>?
    var port: gint = -1
    let flags = GUriFlags(rawValue: G_URI_FLAGS_ENCODED.rawValue)
    let isURL = g_uri_split(uri, flags, &scheme, nil, &host, &port, &path, nil, nil, nil)
    defer { for part in [scheme, host, path] { g_free(part) } }
    guard isURL != 0, let scheme = scheme.map({ String(cString: $0).lowercased() }), let host,
      host.pointee != 0, ["http", "https"].contains(scheme),
      let joined = g_uri_join(flags, scheme, nil, host, port, path, nil, nil)
    else { return nil }
    defer { g_free(joined) }
    self.id = id
    self.user = user
    address = String(cString: joined)
    let server = String(cString: host).lowercased()
    let isUsual = port <= 0 || port == (scheme == "https" ? 443 : 80)
    self.host = (server.contains(":") ? "[\(server)]" : server) + (isUsual ? "" : ":\(port)")
    self.name = name.isEmpty ? user : name
  }
}
