import Basics
import Core

/// The `Retry-After` field: seconds, or the moment from which to try again (RFC 9110 §10.2.3).
enum RetryAfter {
  /// No server is waited for longer than this, whatever it asks.
  static let longest = Duration.milliseconds(SyncRetry.longestAskedPause)

  /// How long to wait from `now` on, at most ``longest``; nil if the field says nothing usable.
  static func parse(_ value: String, now: Timestamp) -> Duration? {
    var text = value[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      // A number of seconds too large to count is as good as the longest time.
      guard let seconds = Int64(text), seconds < longest.components.seconds else { return longest }
      return .seconds(seconds)
    }
    guard let moment = HTTPDate.parse(String(text)) else { return nil }
    let wait = max(0, moment.milliseconds - now.milliseconds)
    return min(.milliseconds(wait), longest)
  }
}
