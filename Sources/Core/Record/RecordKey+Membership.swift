import Basics

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
