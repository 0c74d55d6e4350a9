import Core
import Platform
import Service
import Sync
import Toolkit

/// What is asked before an account is signed out. Whatever is answered, nothing is lost.
struct SignOutQuestion {
  enum Answer: String {
    case cancel
    /// The lists stay here.
    case keep
    /// They go; what was not sent goes to the trash.
    case remove
    /// The changes are sent first, then the question comes again.
    case send
  }

  let name: String
  /// How many changes the server does not have.
  let waiting: Int
  /// Why sending has just failed; nil if that was not tried.
  var reason: String?

  var alert: Alert {
    waiting == 0 ? plain : urgent
  }

  private var title: String { tr("Sign Out of %s?", ErrorText.short(name)) }

  private var plain: Alert {
    Alert(
      title: title,
      body: tr("The lists stay on the server. They can stay on this computer too."),
      responses: [
        .init(Answer.cancel.rawValue, tr("_Cancel")),
        .init(Answer.remove.rawValue, tr("_Remove Lists from This Computer"), .destructive),
        .init(Answer.keep.rawValue, tr("_Keep Lists on This Computer"), .suggested),
      ], defaultResponse: Answer.keep.rawValue, closeResponse: Answer.cancel.rawValue)
  }

  private var urgent: Alert {
    let count =
      reason == nil
      ? ntr(
        "%d change has not been sent to the server.",
        "%d changes have not been sent to the server.", waiting)
      : ntr(
        "%d change could not be sent to the server.",
        "%d changes could not be sent to the server.", waiting)
    let choices = tr(
      "Keep the lists on this computer with these changes, or discard the changes: copies stay in the trash."
    )
    return Alert(
      title: title,
      body: [reason.map { count + "\n" + $0 } ?? count, choices].joined(separator: "\n\n"),
      responses: [
        .init(Answer.cancel.rawValue, tr("_Cancel")),
        .init(Answer.remove.rawValue, tr("_Discard and Sign Out"), .destructive),
        .init(Answer.keep.rawValue, tr("_Keep on This Computer")),
        .init(
          Answer.send.rawValue, reason == nil ? tr("_Send First") : tr("_Try Again"), .suggested),
      ], defaultResponse: Answer.send.rawValue, closeResponse: Answer.cancel.rawValue)
  }
}
