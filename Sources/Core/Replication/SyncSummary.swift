/// The sync status of an account, for the banner, the popover and the dialogs.
public struct SyncSummary: Hashable, Sendable {
  /// A record with unsent changes.
  public struct Item: Hashable, Sendable {
    /// The state of its changes.
    public enum State: Hashable, Sendable {
      /// They will be sent.
      case waiting
      /// They are in flight.
      case sending
      /// They are unsent changes of the last session and wait for the user's answer.
      case unsentOfLastSession
      /// They are quarantined until the user decides.
      case quarantined(SyncRetry)
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

  /// A record that is quarantined until the user decides.
  public struct Quarantined: Hashable, Sendable {
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

  /// Records with unsent changes.
  public var waiting: Int
  /// How many of them are unsent changes of the last session and wait for an answer.
  public var unsentOfLastSession = 0
  /// Why the last sync round ended early; nil if it did not.
  public var retry: SyncRetry?
  /// The title of the record that `retry` names.
  public var retryTitle: String?
  /// The first quarantined records, oldest first; at most ``SyncSummary/limit``.
  public var quarantined: [Quarantined]
  /// When the last round began in which everything was read from the server; nil if never.
  public var lastSyncAt: Timestamp?
  /// The progress of the first download; nil if none is running or its size is not known.
  public var download: Download?
  /// How many of the server's records could not be read.
  public var unreadable = 0
  /// The records that are missing on the server and wait for an answer; at most ``SyncSummary/limit`` lists.
  public var missing: [Missing] = []

  /// The most items in a list of them.
  public static let limit = 100

  public init(
    waiting: Int = 0, retry: SyncRetry? = nil, retryTitle: String? = nil,
    quarantined: [Quarantined] = []
  ) {
    self.waiting = waiting
    self.retry = retry
    self.retryTitle = retryTitle
    self.quarantined = quarantined
  }
}
