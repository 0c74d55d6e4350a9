/// Everything the accounts dialog shows.
struct AccountsState: Equatable {
  enum Field: Hashable, CaseIterable {
    case project
    case database
    case host
    case user
  }

  var texts: [Field: String] = [:]
  /// What is wrong with what was typed, at its field.
  var problem: (field: Field, text: String)?
  /// Whether an account is set up that can be removed.
  var isConnected = false
  var canConnect = false

  static func == (a: AccountsState, b: AccountsState) -> Bool {
    a.texts == b.texts && a.problem?.field == b.problem?.field
      && a.problem?.text == b.problem?.text && a.isConnected == b.isConnected
      && a.canConnect == b.canConnect
  }
}
