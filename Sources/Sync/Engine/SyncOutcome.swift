public import Core

/// What one round of synchronisation came to.
public struct SyncOutcome: Hashable, Sendable {
  /// A change that the server refused; it is held back until somebody decides.
  public struct Refusal: Hashable, Sendable {
    public let key: RecordKey
    /// What the user calls the record.
    public let title: String
    public let problem: SyncProblem

    public init(key: RecordKey, title: String, problem: SyncProblem) {
      self.key = key
      self.title = title
      self.problem = problem
    }
  }

  /// How a round ended.
  public enum End: Hashable, Sendable {
    /// Everything was tried that could be.
    case finished
    /// It is too early for another try; nothing was done.
    case tooEarly(SyncRetry)
    /// Something stopped the whole account. `record` of the retry names the change at which it
    /// happened, unless the server could not be reached or was only being read.
    case stopped(SyncRetry)
    /// The database failed; nothing more was tried.
    case storeFailed(StoreError)
    /// The task was cancelled.
    case cancelled
  }

  /// Changes that the server has taken in this round.
  public internal(set) var sent = 0
  /// Records read from the server in this round.
  public internal(set) var received = 0
  public internal(set) var refusals: [Refusal] = []
  /// Whether everything the server holds was read.
  public internal(set) var isPullComplete = false
  public internal(set) var end = End.finished
  /// Whether the server gave a sensible answer to anything.
  var didReachServer = false

  init() {}

  /// A round that was cancelled before it began.
  public static let cancelled: SyncOutcome = {
    var outcome = SyncOutcome()
    outcome.end = .cancelled
    return outcome
  }()

  /// A round that was not begun because of an earlier failure.
  public init(tooEarly retry: SyncRetry) { end = .tooEarly(retry) }

  /// When the engine wants to try again by itself; nil if there is no reason to, or only a person
  /// can help.
  public var nextAttempt: Timestamp? {
    switch end {
    case .tooEarly(let retry), .stopped(let retry):
      retry.problem == .authentication ? nil : retry.notBefore
    case .finished, .storeFailed, .cancelled: nil
    }
  }
}
