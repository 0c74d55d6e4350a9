public import Core

/// The outcome of one sync round.
public struct SyncOutcome: Hashable, Sendable {
  /// A change that the server refused; it is quarantined until the user decides.
  public struct Refusal: Hashable, Sendable {
    public let key: RecordKey
    /// The record's title.
    public let title: String
    public let problem: SyncProblem

    public init(key: RecordKey, title: String, problem: SyncProblem) {
      self.key = key
      self.title = title
      self.problem = problem
    }
  }

  /// A failure of the server on one change.
  struct Failure: Hashable, Sendable {
    let error: SyncError
    let key: RecordKey
  }

  /// How a round ended.
  public enum End: Hashable, Sendable {
    /// Everything possible was done.
    case finished
    /// It is too early for a retry; nothing was done.
    case tooEarly(SyncRetry)
    /// Something stopped the whole account. `record` of the retry names the change where it happened, unless
    /// the server was unreachable or was only being read.
    case stopped(SyncRetry)
    /// The database failed; nothing more was tried.
    case storeFailed(StoreError)
    /// The task was cancelled.
    case cancelled
  }

  /// How many changes the server took in this round.
  public internal(set) var sent = 0
  /// How many records were read in this round.
  public internal(set) var received = 0
  public internal(set) var refusals: [Refusal] = []
  /// Whether everything on the server was read.
  public internal(set) var isPullComplete = false
  /// Deletions on the server that were not carried out here, because they may be a mistake; see
  /// ``Core/TodoStore/answer(_:forMissingIn:of:)``.
  public internal(set) var held: [HeldDeletions] = []
  public internal(set) var end = End.finished
  /// Why the server refused to show a part of what was read.
  var pullRefusal: SyncProblem?
  /// Whether a to-do could not be sent because the server no longer has its list.
  var isListMissing = false
  /// Whether a change was merged with the server's state while it was sent. The merge may have put a to-do into a list
  /// that is not here.
  var isMergedWhileSending = false
  /// The first change that the server failed on while others were sent.
  var failure: Failure?
  /// The lists with to-dos on whose deletion the server failed. Such a list is deleted after its to-dos: another device
  /// that still has one of them would put the list back.
  var listsInUse: Set<RecordKey> = []
  /// How many changes in a row the server failed on.
  var failuresInARow = 0
  /// Whether the server gave any valid answer.
  var didReachServer = false

  init() {}

  /// A round that was cancelled before it began.
  public static let cancelled: SyncOutcome = {
    var outcome = SyncOutcome()
    outcome.end = .cancelled
    return outcome
  }()

  /// A round that did not start because of an earlier failure.
  public init(tooEarly retry: SyncRetry) { end = .tooEarly(retry) }

  /// When the engine wants to retry by itself; nil if there is no reason to, or if only the user can help.
  public var nextAttempt: Timestamp? {
    switch end {
    case .tooEarly(let retry), .stopped(let retry):
      retry.problem == .authentication ? nil : retry.notBefore
    case .finished, .storeFailed, .cancelled: nil
    }
  }
}

/// What ends a round early.
enum SyncStop: Error {
  /// A server error, and the record that was being sent, if any.
  case problem(SyncError, at: RecordKey?)
  case store(StoreError)
  case cancelled

  init(_ error: StoreError) {
    self = error == .cancelled ? .cancelled : .store(error)
  }
}
