import Core

/// Sends a profile that is kept on this computer, and tells of a refusal.
///
/// It outlives the dialog, which closes as soon as the profile is kept.
@MainActor
final class ProfileSending {
  private let profiles: any ProfileEditing
  private let account: AccountID
  private weak var alerts: (any AlertPresenting)?
  private let onDiscard: @MainActor () async -> Void

  /// - Parameters:
  ///   - alerts: tells of a refusal; has to live longer than the dialog.
  ///   - onDiscard: the profile was given up, and the server's counts again.
  init(
    profiles: any ProfileEditing, account: AccountID, alerts: (any AlertPresenting)?,
    onDiscard: @escaping @MainActor () async -> Void
  ) {
    self.profiles = profiles
    self.account = account
    self.alerts = alerts
    self.onDiscard = onDiscard
  }

  /// Sends until the server has it, cannot be reached, or the user gives up.
  func run() async {
    while case .refused(let problem) = await profiles.sendPending(of: account) {
      let alert = ProfileText.refusal(ErrorText.reason(problem))
      switch await alerts?.present(alert) {
      case "again": continue
      case "discard":
        await profiles.discardPending(of: account)
        return await onDiscard()
      default: return
      }
    }
  }
}
