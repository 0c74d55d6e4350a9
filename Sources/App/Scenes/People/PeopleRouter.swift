import Core

/// Where the dialog with the people leads.
@MainActor
protocol PeopleRouter: AlertPresenting {
  func didFinish()
  /// A person was chosen.
  func didChoose(_ person: Person)
  /// Opens the scene in which the user of an account changes how they are known.
  func editProfile(of account: Account)
}
