import Basics
import Core

/// The `Retry-After` field: seconds, or the time of the next attempt (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The longest pause that a server can ask for.
  static let longest = Duration.milliseconds(SyncRetry.longestAskedPause)

  /// How long to wait from `now`, at most ``longest``; nil if the field is not usable.
  static func parse(_ value: String, now: Timestamp) -> Duration? {
    var text = value[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      // A number too large for an integer means the longest pause.
      guard let seconds = Int64(text), seconds < longest.components.seconds else { return longest }
      return .seconds(seconds)
    }
    guard let moment = HTTPDate.parse(String(text)) else { return nil }
    let wait = max(0, moment.milliseconds - now.milliseconds)
    return min(.milliseconds(wait), longest)
  }
}
