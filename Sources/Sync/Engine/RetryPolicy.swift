import Basics

/// How patiently the engine tries again.
public struct RetryPolicy: Hashable, Sendable {
  /// The pauses between the quick tries of one request; one try more than there are pauses. Each is
  /// lengthened or shortened by up to half at random.
  public let quickPauses: [Duration]
  /// The upper bound of the pause after the first failed round. Doubles with each further one.
  public let firstPause: Duration
  /// The upper bound of every later pause.
  public let longestPause: Duration
  /// No pause is shorter, whatever chance says.
  public let shortestPause: Duration
  /// How long reading one record may take before an edit is discarded.
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

  /// Three quick tries within a second, then rounds from 2 s to 15 min apart.
  public static let standard = RetryPolicy(
    quickPauses: [.milliseconds(200), .milliseconds(600)], firstPause: .seconds(2),
    longestPause: .seconds(15 * 60), shortestPause: .milliseconds(200), discardLimit: .seconds(5))

  /// A quick pause with its share of chance.
  func quickPause(_ pause: Duration, using random: inout some RandomNumberGenerator) -> Duration {
    pause * Double.random(in: 0.5...1.5, using: &random)
  }

  /// The pause after a number of failed rounds: any length up to a bound that doubles ("full jitter",
  /// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), so that devices do
  /// not come back together.
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
