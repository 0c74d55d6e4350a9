import Basics

/// An ID token with the times that it is used until, on an ``UptimeClock``.
struct IDToken: Redacted {
  /// A token is renewed when it is good for less than this, or than half of its life if that is less.
  static let margin = Duration.seconds(5 * 60)
  /// How long a token that is still good is used after a renewal failed, before the next try.
  static let pause = Duration.seconds(30)

  let text: String
  let end: Duration
  /// From when on a new one is asked for; later than planned after a failure, never after ``end``.
  private(set) var renewal: Duration

  /// - Parameter askedAt: when the request for it was about to be sent; it cannot have begun to live
  ///   before.
  init(_ session: IdentitySession, askedAt: Duration) {
    text = session.idToken
    end = askedAt + session.expiresIn
    renewal = end - min(Self.margin, session.expiresIn / 2)
  }

  /// Puts the renewal off after a failure.
  mutating func postpone(until moment: Duration) {
    renewal = min(max(renewal, moment), end)
  }
}
