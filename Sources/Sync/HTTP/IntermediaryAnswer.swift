import Core

/// Classifies error answers that the service did not write: a network's sign-in page, a company's proxy, or the
/// service's own front end, which looks the same. They say nothing about the records or the user.
enum IntermediaryAnswer {
  /// The longest pause that such an answer can ask for: a proxy must not keep changes from being sent for a day.
  static let longestPause = Duration.seconds(5 * 60)

  /// Classifies an answer.
  /// - Parameters:
  ///   - sentBytes: how large the body of the request was.
  ///   - now: for a date in `Retry-After`.
  static func error(of response: HTTPResponse, sentBytes: Int = 0, now: Timestamp) -> SyncError {
    switch response.status {
    // This status is meant for a sign-in page (RFC 6585 §6).
    case 511:
      return unreachable
    // The API front end also answers like this, and its `Retry-After` counts.
    case 407, 408, 429, 500...599:
      let pause = response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
      return .transient(
        cause: .intermediary(status: response.status),
        retryAfter: pause.map { min($0, longestPause) })
    // A proxy has a smaller limit than the service, so a smaller request may get through.
    case 413 where sentBytes > smallestLimit:
      return .transient(cause: .intermediary(status: response.status), retryAfter: nil)
    default:
      return unreachable
    }
  }

  /// No proxy has so small a limit. If a smaller request is called too large, the proxy says that of everything, not of
  /// one record.
  private static let smallestLimit = 16 * 1024

  private static let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)
}
