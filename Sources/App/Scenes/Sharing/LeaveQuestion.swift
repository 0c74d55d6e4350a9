import Core
import Platform
import Service
import Toolkit

/// Asks whether to leave a list of another person.
enum LeaveQuestion {
  static let yes = "leave"

  static func alert(_ name: String) -> Alert {
    Alert(
      title: tr("Leave “%s”?", ErrorText.short(name)),
      body: tr(
        "The list goes from your devices. Its to-dos, yours too, stay with the person who shared it."
      ),
      responses: [.init("cancel", tr("_Cancel")), .init(yes, tr("_Leave"), .destructive)],
      defaultResponse: "cancel", closeResponse: "cancel")
  }
}
