import Core
import Service
import Sync
import Toolkit

/// Sends a profile that is stored on this computer, and reports a refusal.
///
/// It outlives the dialog, which closes as soon as the profile is stored.
@MainActor
final class ProfileUpload {
  private let profiles: any ProfileEditing
  private let account: AccountID
  private weak var alerts: (any AlertPresenting)?
  private let isUrgent: Bool
  private let onDiscard: @MainActor () async -> Void

  /// - Parameters:
  ///   - alerts: shows the alert about a refusal; must outlive the dialog.
  ///   - isUrgent: whether the user has just asked for it; a refusal that comes later waits until no dialog is open.
  ///   - onDiscard: runs after the stored profile was discarded, so that the server's profile applies again.
  init(
    profiles: any ProfileEditing, account: AccountID, alerts: (any AlertPresenting)?,
    isUrgent: Bool = true, onDiscard: @escaping @MainActor () async -> Void
  ) {
    self.profiles = profiles
    self.account = account
    self.alerts = alerts
    self.isUrgent = isUrgent
    self.onDiscard = onDiscard
  }

  /// Sends until the server has the profile or cannot be reached, or the user gives up.
  func run() async {
    while case .refused(let problem) = await profiles.sendPending(of: account) {
      let alert = ProfileText.refusal(problem)
      switch await present(alert) {
      case "again": await keepAgain()
      case "discard":
        await profiles.discardPending(of: account)
        return await onDiscard()
      default: return
      }
    }
  }

  private func present(_ alert: Alert) async -> String? {
    isUrgent ? await alerts?.present(alert) : await alerts?.presentWhenQuiet(alert).response
  }

  /// Stores the profile again, because a refused one is not sent again without a new request by the user.
  private func keepAgain() async {
    guard let person = await profiles.profile(of: account) else { return }
    do throws(ProfileProblem) {
      // What was changed in it is known.
      try await profiles.save(person, changing: [], of: account)
    } catch {
      Log.warning("the profile was not kept: \(ProfileText.reason(error))")
    }
  }
}

extension PeopleDirectory {
  /// Shows the user's own profile as it is stored on this computer.
  func showOwnProfile(of account: AccountID, from profiles: any ProfileEditing) async {
    if let person = await profiles.profile(of: account) { await put(person, of: account) }
  }
}
