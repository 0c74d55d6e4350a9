import Core

/// The words about the people of a list.
enum SharingText {
  static func role(_ role: ListRole?) -> String {
    switch role {
    case nil: trc("of a list", "Owner")
    case .writer: tr("Can Edit")
    case .reader: tr("Can Only Read")
    }
  }

  /// What a row says of a person.
  static func name(_ row: SharingState.Row) -> String {
    row.isMe ? tr("%s (You)", row.name) : row.name
  }

  /// The second line of a row.
  static func detail(_ row: SharingState.Row) -> String {
    var parts: [String] = []
    // Where the role can be chosen from a menu, that shows it.
    if !row.isEditable { parts.append(role(row.role)) }
    if row.isWaiting { parts.append(tr("Not sent yet")) }
    return parts.joined(separator: " · ")
  }
}
