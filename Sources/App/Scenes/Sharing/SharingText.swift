import Core
import Platform
import Service
import Toolkit

/// The texts about the people of a list.
enum SharingText {
  static func role(_ role: ListRole?) -> String {
    switch role {
    case nil: trc("of a list", "Owner")
    case .writer: tr("Can Edit")
    case .reader: tr("Can Only Read")
    }
  }

  /// The person's name in a row.
  static func name(_ row: SharingState.Row) -> String {
    row.isMe ? tr("%s (You)", row.name) : row.name
  }

  /// The second line of a row. It is empty if a menu in the row shows the role.
  static func detail(_ row: SharingState.Row) -> String {
    row.isEditable ? "" : role(row.role)
  }

  /// The text that a screen reader speaks for a row.
  static func spoken(_ row: SharingState.Row) -> String {
    let parts = [name(row), role(row.role), row.isWaiting ? tr("not on the server yet") : nil]
    return parts.compactMap { $0 }.joined(separator: trc("separator of spoken parts", ", "))
  }
}

/// The question before leaving another person's list.
enum LeaveQuestion {
  static let yes = "leave"

  static func alert(_ name: String) -> Alert {
    Alert(
      title: tr("Leave “%s”?", ErrorText.short(name)),
      body: tr(
        "The list is removed from your devices. Its to-dos, including those you added, stay with its owner."
      ),
      responses: [.init("cancel", tr("_Cancel")), .init(yes, tr("_Leave"), .destructive)],
      defaultResponse: "cancel", closeResponse: "cancel")
  }
}
