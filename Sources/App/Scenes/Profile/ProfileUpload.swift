import Core
import Service
import Sync

/// Sends a profile that is kept on this computer, and tells of a refusal.
///
/// It outlives the dialog, which closes as soon as the profile is kept.
@MainActor
final class ProfileUpload {
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
      let alert = ProfileText.refusal(problem)
      switch await alerts?.present(alert) {
      case "again": await keepAgain()
      case "discard":
        await profiles.discardPending(of: account)
        return await onDiscard()
      default: return
      }
    }
  }

  /// What was refused is not sent again by itself: the user wants the same once more.
  private func keepAgain() async {
    guard let person = await profiles.profile(of: account) else { return }
    do throws(ProfileProblem) {
      try await profiles.save(person, of: account)
    } catch {
      Log.warning("the profile was not kept: \(ProfileText.reason(error))")
    }
  }
}
