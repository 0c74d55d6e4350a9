import Basics

/// How the engine retries.
public struct RetryPolicy: Hashable, Sendable {
  /// The pauses between the quick attempts of one request (one attempt more than pauses). Each pause is
  /// randomly lengthened or shortened by up to half.
  public let quickPauses: [Duration]
  /// The upper bound of the pause after the first failed round. It doubles with each further one.
  public let firstPause: Duration
  /// The highest value of this bound.
  public let longestPause: Duration
  /// The shortest pause, whatever the random number.
  public let shortestPause: Duration
  /// The time limit for reading a record before its edit is discarded.
  public let discardLimit: Duration

  public init(
    quickPauses: [Duration], firstPause: Duration, longestPause: Duration, shortestPause: Duration,
    discardLimit: Duration
  ) {
    self.quickPauses = quickPauses
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.shortestPause = shortestPause
    self.discardLimit = discardLimit
  }

  /// Three quick attempts within a second, then rounds from 2 s to 15 min apart.
  public static let standard = RetryPolicy(
    quickPauses: [.milliseconds(200), .milliseconds(600)], firstPause: .seconds(2),
    longestPause: .seconds(15 * 60), shortestPause: .milliseconds(200), discardLimit: .seconds(5))

  /// A quick pause with its random part.
  func quickPause(_ pause: Duration, using random: inout some RandomNumberGenerator) -> Duration {
    pause * Double.random(in: 0.5...1.5, using: &random)
  }

  /// The pause after a number of failed rounds: a random time up to a bound that doubles ("full jitter",
  /// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), so that devices do not all
  /// return at once.
  /// - Parameter attempts: failed rounds in a row, from 1.
  func pause(attempts: Int, using random: inout some RandomNumberGenerator) -> Duration {
    var bound = firstPause
    var doublings = attempts - 1
    while doublings > 0, bound < longestPause {
      bound = bound * 2
      doublings -= 1
    }
    return max(shortestPause, min(bound, longestPause) * Double.random(in: 0...1, using: &random))
  }
}
