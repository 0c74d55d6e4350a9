import Basics

/// An ID token, with its renewal and expiry times on an ``UptimeClock``.
struct IDToken: Redacted {
  /// A token is renewed when it is valid for less than this, or than half of its lifetime if that is less.
  static let margin = Duration.seconds(5 * 60)
  /// After a failed renewal, how long a token that is still valid is used before the next attempt.
  static let pause = Duration.seconds(30)

  let text: String
  let end: Duration
  /// When a new token is requested; later than planned after a failure, never after ``end``.
  private(set) var renewal: Duration

  /// - Parameter askedAt: when the request was about to be sent; the token's lifetime cannot have begun
  ///   earlier.
  init(_ session: IdentitySession, askedAt: Duration) {
    text = session.idToken
    end = askedAt + session.expiresIn
    renewal = end - min(Self.margin, session.expiresIn / 2)
  }

  /// Postpones the renewal after a failure.
  mutating func postpone(until moment: Duration) {
    renewal = min(max(renewal, moment), end)
  }
}
