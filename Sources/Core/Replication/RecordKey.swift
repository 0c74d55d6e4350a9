import Basics

/// The kind of a synchronised record; the database stores the raw value.
public enum RecordKind: String, Codable, Sendable, CaseIterable {
  case list
  /// A person's membership in a list of the user.
  case member
  case todo
  /// The user's membership in a list of another person. Read only: the record belongs to that person.
  case membership
  /// The user's answer to another person: whether they may share a list, or invite at all.
  case consent

  /// Whether the kind concerns other people. A server for a single person may refuse such records.
  public var isAboutOthers: Bool {
    switch self {
    case .member, .membership, .consent: true
    case .list, .todo: false
    }
  }
}

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

extension RecordKey {
  /// The user's membership in a list of another person: the owner, and the name of the owner's record.
  public static func membership(owner: String, member: String) -> RecordKey {
    RecordKey(kind: .membership, id: owner + "/" + member)
  }

  /// The owner and the owner's record that a membership refers to; nil for other kinds of records.
  public var sharedBy: (owner: String, member: String)? {
    let parts = id.splitExactly(at: "/", most: 1)
    guard kind == .membership, parts.count == 2 else { return nil }
    return (parts[0], parts[1])
  }
}
