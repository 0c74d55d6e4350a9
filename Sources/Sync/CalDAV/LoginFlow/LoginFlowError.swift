/// Why signing in at a Nextcloud server through the browser failed.
package enum LoginFlowError: Error, Hashable, Sendable {
  /// The text is no address, nobody answers there, or the server's certificate is not trusted.
  case server(CalDAVDiscoveryError)
  /// The server has no such way to sign in.
  case notOffered
  /// The answer names another server than the one that was typed; written as in a URL.
  case otherServer(String)
  /// Nobody has signed in within the time limit.
  case expired
  /// The server ended the attempt with this status.
  case refused(status: Int)
  /// The answer is not what the manual describes.
  case malformed
  case cancelled
}
