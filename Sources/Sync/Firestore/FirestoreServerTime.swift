import Core

/// Checks whether times can be a server's own.
enum FirestoreServerTime {
  /// How far two times of one server may differ although they should be equal.
  static let tolerance = Duration.seconds(300)
  /// How far a server's time may be ahead of this computer's if there is no other reference.
  static let toleranceOfOwnClock = Duration.seconds(7 * 24 * 60 * 60)

  /// Whether an earlier time of a server is plausible, given its current time.
  /// - Parameters:
  ///   - time: RFC 3339.
  ///   - now: RFC 3339.
  static func isPlausible(_ time: String, at now: String) -> Bool {
    guard let time = RFC3339.parse(time), let now = RFC3339.parse(now) else { return false }
    return time <= now.adding(tolerance)
  }

  /// Checks a time in an answer, in microseconds since 1970.
  /// - Parameter latest: from ``FirestoreExchange/latest(in:)``.
  static func requirePlausible(_ time: Int64, latest: Int64) throws(SyncError) {
    guard time <= latest else { throw .protocolViolation(detail: "a time that is to come") }
  }
}

extension FirestoreExchange {
  /// The latest plausible time in an answer, in microseconds since 1970.
  ///
  /// An answer is about as old as its `Date` (RFC 9110 §6.6.1). A proxy's clock may be wrong, and so may this
  /// computer's; both being wrong at once is not assumed.
  func latest(in response: HTTPResponse) -> Int64 {
    let own = clock.now()
    let said = response.headers["date"].flatMap(HTTPDate.parse)
    let now = max(own, said ?? own.adding(FirestoreServerTime.toleranceOfOwnClock))
    return now.adding(FirestoreServerTime.tolerance).milliseconds * 1000
  }
}
