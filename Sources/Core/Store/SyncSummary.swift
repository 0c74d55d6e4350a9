/// How far the changes of an account have come, for the banner, the popover and the dialogs.
public struct SyncSummary: Hashable, Sendable {
  /// A record with changes that the server does not have.
  public struct Item: Hashable, Sendable {
    /// How far it has come.
    public enum State: Hashable, Sendable {
      /// It is sent when its turn comes.
      case waiting
      /// It is on its way.
      case sending
      /// It was left over from an earlier run and waits for an answer of the user.
      case leftOver
      /// It is held back until a person decides.
      case refused(SyncRetry)
    }

    public let key: RecordKey
    public let title: String
    public let state: State

    public init(key: RecordKey, title: String, state: State) {
      self.key = key
      self.title = title
      self.state = state
    }
  }

  /// A record that is held back until a person decides.
  public struct Refused: Hashable, Sendable {
    public let key: RecordKey
    public let title: String
    public let retry: SyncRetry

    public init(key: RecordKey, title: String, retry: SyncRetry) {
      self.key = key
      self.title = title
      self.retry = retry
    }
  }

  /// The first download of everything.
  public struct Download: Hashable, Sendable {
    public let received: Int
    public let expected: Int

    public init(received: Int, expected: Int) {
      self.received = received
      self.expected = expected
    }
  }

  /// Records with changes that the server does not have yet.
  public var waiting: Int
  /// How many of them were left over from an earlier run and wait for an answer.
  public var leftOver = 0
  /// Why the last round ended early; nil if it did not.
  public var retry: SyncRetry?
  /// What the record that `retry` names is called.
  public var retryTitle: String?
  /// The first records that are held back, oldest first; at most ``SyncSummary/limit``.
  public var refused: [Refused]
  /// When the server was last asked for everything and answered; nil: never.
  public var lastSyncAt: Timestamp?
  /// How far the first download has come; nil when none is under way or its size is not known.
  public var download: Download?
  /// How many records of the server could not be read.
  public var unreadable = 0

  /// The most items that are named.
  public static let limit = 100

  public init(
    waiting: Int = 0, retry: SyncRetry? = nil, retryTitle: String? = nil, refused: [Refused] = []
  ) {
    self.waiting = waiting
    self.retry = retry
    self.retryTitle = retryTitle
    self.refused = refused
  }
}
