import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The alerts about what a server refuses, or what is missing on it.
enum SyncAlertText {
  /// - Parameter account: the account's name, if there are several.
  static func quarantined(_ record: SyncSummary.Quarantined, count: Int, _ account: String?)
    -> Alert
  {
    let others =
      count == 1
      ? nil
      : ntr(
        "This also applies to %d other refused change.",
        "This also applies to %d other refused changes.", count - 1)
    return Alert(
      title: Optional(record.title).named { tr("“%s” Was Not Accepted", $0) }
        ?? tr("A Change Was Not Accepted"),
      body: body([ErrorText.reason(record.retry.problem), line(account), others]),
      responses: responses(canDiscard: true, .init("retry", tr("_Try Again"), .suggested)),
      defaultResponse: "keep", closeResponse: "keep",
      details: ErrorText.detail(record.retry.problem))
  }

  static func notSent(_ retry: SyncRetry, _ summary: SyncSummary, _ account: String?) -> Alert {
    let help: Alert.Response =
      retry.problem == .authentication
      ? .init("sign-in", tr("_Sign In…"), .suggested)
      : .init("retry", tr("_Try Again"), .suggested)
    return Alert(
      title: summary.retryTitle.named { tr("“%s” Was Not Sent", $0) }
        ?? tr("Changes Were Not Sent"),
      body: body([
        ErrorText.reason(retry.problem), line(account),
        ntr(
          "%d change is kept on this computer.", "%d changes are kept on this computer.",
          summary.waiting),
      ]), responses: responses(canDiscard: retry.record != nil, help), defaultResponse: "keep",
      closeResponse: "keep", details: ErrorText.detail(retry.problem))
  }

  /// The responses are the cases of ``Core/MissingAnswer``, and `later`.
  static func missing(_ missing: SyncSummary.Missing, _ account: String?) -> Alert {
    Alert(
      title: missing.name.isEmpty
        ? tr("Remove To-Dos?") : tr("Remove To-Dos of “%s”?", ErrorText.short(missing.name)),
      body: body([
        SyncText.missing(missing), line(account),
        tr(
          "Somebody deleted them, or the server lost them. They stay on this computer until you decide. What is removed here goes to the trash."
        ),
      ]),
      responses: [
        .init(MissingAnswer.remove.rawValue, tr("_Remove Here"), .destructive),
        .init("later", tr("_Decide Later")),
        .init(MissingAnswer.keep.rawValue, tr("_Keep and Upload Again"), .suggested),
      ], defaultResponse: "later", closeResponse: "later")
  }

  static func discard(_ title: String) -> Alert {
    Alert(
      title: tr("Discard the Change to “%s”?", ErrorText.short(title)),
      body: tr("What the server has takes its place. You can restore the change from the trash."),
      responses: [
        .init("cancel", tr("_Cancel")), .init("discard", tr("_Discard"), .destructive),
      ], defaultResponse: "cancel", closeResponse: "cancel")
  }

  private static func line(_ account: String?) -> String? {
    account.map { tr("Account: %s", $0) }
  }

  private static func body(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  private static func responses(canDiscard: Bool, _ help: Alert.Response) -> [Alert.Response] {
    let discard = Alert.Response("discard", tr("_Discard Change"), .destructive)
    return (canDiscard ? [discard] : []) + [.init("keep", tr("_Keep for Later")), help]
  }
}

extension String? {
  /// A text that contains the name; nil if there is no name.
  func named(_ text: (String) -> String) -> String? {
    flatMap { $0.isEmpty ? nil : text(ErrorText.short($0)) }
  }
}
