import Basics
import Core

/// Where the dialog with the people of a list leads.
@MainActor
protocol SharingRouter: AlertPresenting {
  func didFinish()
  /// Opens the scene in which a person is chosen.
  /// - Parameters:
  ///   - account: the account whose server knows the people.
  ///   - excluded: the user IDs of people who cannot be chosen.
  ///   - onChoose: is told the user ID of the person.
  func choosePerson(
    account: AccountID, excluding excluded: Set<ExactText>,
    onChoose: @escaping @MainActor (_ user: String) -> Void)
}
