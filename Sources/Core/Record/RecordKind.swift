/// What a synchronised record is; the raw value is what the database stores.
public enum RecordKind: String, Codable, Sendable, CaseIterable {
  case list
  /// That a person takes part in a list of the user.
  case member
  case todo
  /// That the user takes part in a list of another person. Read only: it is that person's record.
  case membership
}
