import Core

/// What times can be a server's.
enum FirestoreServerTime {
  /// How far times of one server may be apart that should be the same.
  static let tolerance = Duration.seconds(300)
  /// How far a server's time may be ahead of this computer's if nothing else tells it.
  static let toleranceOfOwnClock = Duration.seconds(7 * 24 * 60 * 60)

  /// Whether a time that was told once can be a server's whose time is known now.
  /// - Parameters:
  ///   - time: RFC 3339.
  ///   - now: RFC 3339.
  static func isPlausible(_ time: String, at now: String) -> Bool {
    guard let time = RFC3339.parse(time), let now = RFC3339.parse(now) else { return false }
    return time <= now.adding(tolerance)
  }
}

extension FirestoreExchange {
  /// The latest time that an answer may tell of, in microseconds since 1970.
  ///
  /// That is about when it was made, which its `Date` says (RFC 9110 §6.6.1). What stands between may have
  /// a clock that is wrong, and so may this computer; both together are not believed to be so at once.
  func latest(in response: HTTPResponse) -> Int64 {
    let own = clock.now()
    let said = response.headers["date"].flatMap(HTTPDate.parse)
    let now = max(own, said ?? own.adding(FirestoreServerTime.toleranceOfOwnClock))
    return now.adding(FirestoreServerTime.tolerance).milliseconds * 1000
  }
}
