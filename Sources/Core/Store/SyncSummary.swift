/// How far the changes of an account have come, for the banner and the dialogs.
public struct SyncSummary: Hashable, Sendable {
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

  /// Records with changes that the server does not have yet.
  public var waiting: Int
  /// Why the last round ended early; nil if it did not.
  public var retry: SyncRetry?
  /// What the record that `retry` names is called.
  public var retryTitle: String?
  /// The first records that are held back, oldest first; at most ``SyncSummary/limit``.
  public var refused: [Refused]

  static let limit = 100

  public init(
    waiting: Int = 0, retry: SyncRetry? = nil, retryTitle: String? = nil, refused: [Refused] = []
  ) {
    self.waiting = waiting
    self.retry = retry
    self.retryTitle = retryTitle
    self.refused = refused
  }
}
