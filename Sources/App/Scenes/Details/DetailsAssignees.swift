import Core

/// The assignee of a to-do for each account that may keep it, since a user ID is valid only on its own server.
struct DetailsAssignees {
  private var users: [AccountID: String] = [:]
  /// The accounts of the lists to choose from.
  private var keepers: [AccountID?] = []

  init(_ todo: Todo) {
    if let account = todo.account { users[account.root] = todo.assignee }
  }

  subscript(account: AccountID) -> String? {
    get { users[account] }
    set { users[account] = newValue }
  }

  /// The account that keeps a list; nil for this computer.
  func keeper(of list: Int) -> AccountID? {
    keepers.indices.contains(list) ? keepers[list]?.root : nil
  }

  /// Sets the lists in which a new to-do can be created.
  mutating func take(_ lists: [TodoList], for draft: TodoDraft, _ accounts: [Account]) {
    keepers = lists.map(\.account)
    for account in Set(keepers.compactMap { $0?.root }) {
      let me = accounts.first { $0.id == account }?.user
      users[account] = draft.isAssignedToMe ? me : draft.assignee
    }
  }
}
