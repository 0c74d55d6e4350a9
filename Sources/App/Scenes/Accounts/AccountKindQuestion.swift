import Platform
import Toolkit

/// The question which kind of account to add.
enum AccountKindQuestion {
  enum Answer: String {
    case cancel
    case caldav
    case firebase
  }

  static var alert: Alert {
    Alert(
      title: tr("Which Kind of Account?"),
      body: tr("Where are your lists, or where should they be kept?"),
      responses: [
        .init(Answer.cancel.rawValue, tr("_Cancel")),
        .init(Answer.firebase.rawValue, tr("_Firebase")),
        .init(Answer.caldav.rawValue, tr("_Nextcloud and Other CalDAV Servers"), .suggested),
      ], defaultResponse: Answer.caldav.rawValue, closeResponse: Answer.cancel.rawValue)
  }
}
