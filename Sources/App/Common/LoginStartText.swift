import Platform
import Service
import Toolkit

/// The question and the messages about starting the application at login.
enum LoginStartText {
  static let yes = "yes"

  static var question: Alert {
    Alert(
      title: tr("Start Optimist at Login?"),
      body: tr(
        "Then reminders ring although you have not opened Optimist. No window is shown. You can change this in the preferences."
      ),
      responses: [.init("no", tr("_Not Now")), .init(yes, tr("_Start at Login"), .suggested)],
      defaultResponse: yes, waitsForPause: true)
  }

  /// Reports why starting at login could not be turned on.
  /// - Returns: nil if it was turned on.
  static func alert(_ outcome: LoginStart.Outcome) -> Alert? {
    guard let problem = problem(outcome, wanted: true) else { return nil }
    return Alert(
      title: tr("Optimist Is Not Started at Login"), body: problem.text,
      responses: [.init("close", tr("_Close"))], details: problem.details)
  }

  /// The same message in one text, also for turning it off.
  static func note(_ outcome: LoginStart.Outcome, wanted: Bool) -> String? {
    guard let problem = problem(outcome, wanted: wanted) else { return nil }
    return [problem.text, problem.details].compactMap(\.self).joined(separator: "\n")
  }

  private static func problem(
    _ outcome: LoginStart.Outcome, wanted: Bool
  ) -> (text: String, details: String?)? {
    switch outcome {
    case .done: nil
    case .refused:
      // A desktop that refuses this may also end processes that run without a window.
      (
        tr(
          "The desktop does not allow it. You can change that in the system settings, under Apps. Reminders ring while its window is open, and afterwards for as long as the desktop lets it run; after a login only when you have opened it once. What was missed is shown then."
        ), nil
      )
    case .failed(let reason) where wanted:
      (
        tr(
          "It could not be set up. Reminders ring while Optimist is open and after you have closed its window, but after a login only when you have opened it once. What was missed is shown then."
        ), reason
      )
    case .failed(let reason):
      (tr("It could not be turned off: Optimist is still started at login."), reason)
    }
  }
}

extension LoginStart {
  /// Asks once whether the application may start at login, turns it on if the user agrees, and reports a failure.
  /// - Parameter present: shows an alert and returns the ID of the chosen response; nil if nobody could answer it.
  func askOnce(_ present: @MainActor (Alert) async -> String?) async {
    guard isOpenQuestion else { return }
    // Noted before the answer arrives, since another reminder may become pending meanwhile.
    willAsk()
    guard let answer = await present(LoginStartText.question) else { return didNotAsk() }
    guard answer == LoginStartText.yes else { return }
    if let alert = LoginStartText.alert(await set(true)) { _ = await present(alert) }
  }
}
