import Basics

/// Names one synchronised record on this device and on the server.
public struct RecordKey: Hashable, Sendable, Codable {
  public let kind: RecordKind
  /// The identifier made by the client that created the record, unique within an account.
  @Exact public private(set) var id: String

  public init(kind: RecordKind, id: String) {
    self.kind = kind
    self.id = id
  }
}
