/// Sends no credentials: the server's rules decide what anybody may do.
public struct AnonymousTokenProvider: TokenProvider {
  public init() {}

  public func token() async throws(SyncError) -> String? { nil }
}
