import Basics
import Core

/// Where the edit task scene leads.
@MainActor
protocol EditTaskRouter: AlertPresenting {
  func didCancel()
  func didFinish()
  /// Opens the scene in which a person is chosen.
  /// - Parameters:
  ///   - account: whose server knows the people.
  ///   - excluded: the user IDs of people who cannot be chosen.
  func choosePerson(
    of account: AccountID, excluding excluded: Set<ExactText>,
    _ onChoose: @escaping @MainActor (Person) -> Void)
}
