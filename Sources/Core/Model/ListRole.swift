/// What a member may do in a list that another person owns; the raw value is what servers store.
public enum ListRole: String, Hashable, Sendable, Codable, CaseIterable {
  /// May see the list and its to-dos.
  case reader
  /// May also add, edit and delete to-dos.
  case writer
}
