import Basics
import Core
import Service

/// The purpose for which the people are shown.
enum PeopleMode {
  /// To look at them; with several accounts, one account's people at a time.
  case browse
  /// To choose one.
  /// - Parameters:
  ///   - account: the account whose server knows them; for a share, the account to which it belongs.
  ///   - title: says for what the person is chosen.
  ///   - excluded: the user IDs of people who cannot be chosen.
  ///   - onChoose: called with the chosen person after the dialog has closed.
  ///   - onChooseID: called with a typed user ID of no known person; nil if only known people can be chosen.
  case choose(
    account: AccountID, title: String, excluded: Set<ExactText> = [],
    onChoose: @MainActor (Person) -> Void, onChooseID: (@MainActor (String) -> Void)? = nil)
}

/// The state of the dialog with the people.
struct PeopleState: Equatable {
  /// What the middle of the dialog shows.
  enum Content: Equatable {
    /// People are being read for the first time.
    case loading
    case people
    /// The server knows no people.
    case nobody
    /// No name matches the query.
    case noMatch
    /// No people are known because they could not be read.
    case failed(reason: String)
    /// There is no account with people.
    case noAccount
  }

  var title: String
  /// The names of the accounts to choose from; with fewer than two, there is no choice.
  var accounts: [String] = []
  var chosenAccount = 0
  var query = ""
  var content = Content.loading
  /// The people, sorted by name.
  var rows: [PersonRowModel] = []
  /// Grows when the rows belong to another query or account, rather than to a newer version of the same list.
  var generation = 0
  /// Why the shown people may be outdated, and how old they are.
  var notice: String?
  /// Reports that some people were left out.
  var skipped: String?
  var isChoosing = false
  /// Whether the user can choose somebody who cannot be found, by typing a user ID.
  var takesID = false
  /// The typed text, if it may be a user ID, and nobody is known to have it.
  var typedID: String?
  var canEditProfile = false
  /// Whether there is something to show, so that the dialog can open.
  var isReady = false
}
