import Basics
import Core

/// What the people are shown for.
enum PeopleMode {
  /// To look at them; with several accounts, those of one at a time.
  case browse
  /// To choose one.
  /// - Parameters:
  ///   - account: whose server knows them; for a share, the account that has it.
  ///   - title: says what the person is chosen for.
  ///   - excluded: the user IDs of people who cannot be chosen.
  ///   - onChoose: gets the one who was chosen; the dialog is closed then.
  ///   - onChooseID: gets the user ID of somebody who cannot be found, where that was typed; nil where only people
  ///     who are known can be chosen.
  case choose(
    account: AccountID, title: String, excluded: Set<ExactText> = [],
    onChoose: @MainActor (Person) -> Void, onChooseID: (@MainActor (String) -> Void)? = nil)
}
