/// What has to be sent for one record, read in one snapshot of the database.
public struct PendingChange: Hashable, Sendable {
  /// What to ask of the server.
  public enum Operation: Hashable, Sendable {
    /// Write the whole record: the server never had it, or deleted it.
    case create(RecordFields)
    /// Write only these fields, which differ from the base.
    case update(RecordFields)
    /// Put a tombstone in its place.
    case delete
  }

  /// The server state on which the change is based. In any other state, the server must write nothing.
  public enum Precondition: Hashable, Sendable {
    /// The server has no record of this name.
    case absent
    /// The server's record has this version tag.
    case version(String)
    /// Not known, because the server gave no version: the record must be read before this can be sent.
    case unknown
  }

  public let key: RecordKey
  public let account: AccountID
  public let operation: Operation
  public let precondition: Precondition
  /// All current fields; nil for a deletion. Becomes the base when the server acknowledges.
  public let fields: RecordFields?
  /// The list that a to-do or a member belongs to; nil if it is not known. A tombstone must name it, or the
  /// members of the list would not learn of the deletion.
  public let list: ListID?
  /// The highest outbox entry this covers. A later edit has a higher one and survives the acknowledgement.
  public let lastSequence: Int64
  /// Whether an earlier write of the record was sent and not answered, so that it may have arrived.
  public internal(set) var isSentAgain = false
  /// Whether the server had the record before and lost it. Another device may have put it back since, in another place.
  public internal(set) var isMadeAgain = false
  /// What the user calls the record, for messages.
  public let title: String

  public init(
    key: RecordKey, account: AccountID, operation: Operation, precondition: Precondition,
    fields: RecordFields?, list: ListID? = nil, lastSequence: Int64, title: String
  ) {
    self.key = key
    self.account = account
    self.operation = operation
    self.precondition = precondition
    self.fields = fields
    self.list = list
    self.lastSequence = lastSequence
    self.title = title
  }
}
