/// What a member may do in a list that another person owns; the raw value is what servers store.
public enum ListRole: String, Hashable, Sendable, Codable, CaseIterable {
  /// Sees the list and its to-dos.
  case reader
  /// Adds, edits and deletes to-dos too.
  case writer
}
