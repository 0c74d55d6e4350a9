/// Gives the credentials that requests are made with.
public protocol TokenProvider: Sendable {
  /// A bearer token (RFC 6750), never to be logged; nil to ask without one.
  /// - Throws: ``SyncError/authentication`` when the user has to sign in, or a transient error when a
  ///   token cannot be fetched now.
  func token() async throws(SyncError) -> String?

  /// Takes note that the server did not accept a token, so that it is not given out again.
  /// - Parameter token: what ``token()`` gave; any other text changes nothing.
  func refuse(_ token: String) async
}

extension TokenProvider {
  public func refuse(_ token: String) async {}
}
