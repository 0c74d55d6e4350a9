import Basics
import Core

extension CalDAVDiscovery {
  /// Whether a server still has one of some to-dos as it is known, for somebody who signs in.
  ///
  /// Path and ETag together are proof enough: the path has the to-do's random UID, or the ETag its contents, on every
  /// server that is known.
  /// - Parameter todos: are asked for one after the other, until one is found.
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
        // What belongs to others may be refused instead of missing.
        if case .rejected = error { continue }
        throw CalDAVDiscoveryError(error)
      }
    }
    return false
  }
}
