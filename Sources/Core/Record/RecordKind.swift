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

  /// Whether it is about other people. A server for one person alone may refuse these.
  public var isAboutOthers: Bool {
    switch self {
    case .member, .membership, .consent: true
    case .list, .todo: false
    }
  }
}
