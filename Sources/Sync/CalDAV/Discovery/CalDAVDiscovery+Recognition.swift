import Basics
import Core

extension CalDAVDiscovery {
  /// Whether a server still has one of some to-dos in its known version, for the user who signs in.
  ///
  /// Path and ETag together are proof enough: on every known server, the path contains the to-do's random UID, or the
  /// ETag depends on its contents.
  /// - Parameter todos: the server is asked for one after the other, until it has one.
  package func finds(
    oneOf todos: [KnownResource], at settings: CalDAVSettings, password: String
  ) async throws(CalDAVDiscoveryError) -> Bool {
    guard let (origin, _) = DAVOrigin.split(settings.server), origin.isAllowed else { return false }
    let exchange = DAVExchange(
      origin: origin, transport: transport,
      authenticator: DAVAuthenticator(
        DAVCredentials(user: settings.user, password: password), makeClientNonce: makeClientNonce),
      clock: clock, timeout: timeout, trustedCertificate: settings.certificate)
    for todo in todos {
      guard let path = DAVPath(href: todo.path), let etag = todo.etag else { continue }
      do throws(SyncError) {
        let found = try await exchange.properties(of: path, [.etag])
        if found?.etag.flatMap(CalDAVETag.normalized).isExactly(etag) == true { return true }
      } catch {
        // A server may refuse what belongs to another user, instead of saying that it is missing.
        if case .rejected = error { continue }
        throw CalDAVDiscoveryError(error)
      }
    }
    return false
  }
}
