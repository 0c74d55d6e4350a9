/// What a synchronised record is; the raw value is what the database stores.
public enum RecordKind: String, Codable, Sendable, CaseIterable {
  case list
  case todo
}
