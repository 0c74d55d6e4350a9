/// Provides the credentials for requests.
public protocol TokenProvider: Sendable {
  /// A bearer token (RFC 6750), never to be logged; nil for requests without one.
  /// - Throws: ``SyncError/authentication`` when the user has to sign in, or a transient error when a
  ///   token cannot be fetched now.
  func token() async throws(SyncError) -> String?

  /// Records that the server rejected a token, so that it is not returned again.
  /// - Parameter token: from ``token()``; any other text changes nothing.
  func refuse(_ token: String) async
}

extension TokenProvider {
  public func refuse(_ token: String) async {}
}
