import Platform
import Service
import Toolkit

/// What the user is asked and told about starting at login.
enum LoginStartText {
  static let yes = "yes"

  static var question: Alert {
    Alert(
      title: tr("Start Optimist at Login?"),
      body: tr(
        "Then reminders ring although you have not opened Optimist. No window is shown. You can change this in the preferences."
      ),
      responses: [.init("no", tr("_Not Now")), .init(yes, tr("_Start at Login"), .suggested)],
      defaultResponse: yes)
  }

  /// - Returns: nil where there is nothing to tell.
  static func alert(_ outcome: LoginStart.Outcome) -> Alert? {
    let details: String? =
      switch outcome {
      case .done: nil
      case .refused: nil
      case .failed(let problem): problem
      }
    if outcome == .done { return nil }
    return Alert(
      title: tr("Optimist Is Not Started at Login"),
      body: tr(
        "The desktop did not allow it. Reminders ring while Optimist is open and after you have closed its window, but after a login only when you have opened it once. What was missed is shown then."
      ),
      responses: [.init("close", tr("_Close"))], details: details)
  }
}
