/// What a synchronised record is; the raw value is what the database stores.
public enum RecordKind: String, Codable, Sendable, CaseIterable {
  case list
  /// That a person takes part in a list of the user.
  case member
  case todo
  /// That the user takes part in a list of another person. Read only: it is that person's record.
  case membership
  /// What the user lets another person do: share a list, or not invite any more.
  case consent

  /// Whether it is about other people. A server may keep lists for one person alone and refuse the rest.
  public var isAboutOthers: Bool {
    switch self {
    case .member, .membership, .consent: true
    case .list, .todo: false
    }
  }
}
