import Basics
import Core
import Service

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

/// Everything the dialog with the people shows.
struct PeopleState: Equatable {
  /// What stands in the middle.
  enum Content: Equatable {
    /// People are being read for the first time.
    case loading
    case people
    /// The server has nobody.
    case nobody
    /// Nobody is called as was typed.
    case noMatch
    /// There are no people here because they could not be read.
    case failed(reason: String)
    /// There is no account, so there is no server.
    case noAccount
  }

  var title: String
  /// The names of the accounts to choose from; fewer than two are nothing to choose from.
  var accounts: [String] = []
  var chosenAccount = 0
  var query = ""
  var content = Content.loading
  /// In the order of their names.
  var rows: [PersonRowModel] = []
  /// Grows when the rows are those of another query or account, not a new version of the same.
  var generation = 0
  /// Why what is shown is not what the server has now, and how old it is.
  var notice: String?
  /// That people were left out.
  var skipped: String?
  var isChoosing = false
  /// Whether somebody can be chosen by a user ID who cannot be found.
  var takesID = false
  /// What was typed, if it may be a user ID and nobody is found by it.
  var typedID: String?
  var canEditProfile = false
  /// Whether there is something to show, so that the dialog can be.
  var isReady = false
}
