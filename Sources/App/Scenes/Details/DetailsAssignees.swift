import Core

/// Whom a to-do is given to, for each account that may keep it: an ID means nothing to another server.
struct DetailsAssignees {
  private var users: [AccountID: String] = [:]
  /// The accounts that keep the lists to choose from.
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

  /// Takes in the lists that a new to-do can go to.
  mutating func take(_ lists: [TodoList], for draft: TodoDraft, _ accounts: [Account]) {
    keepers = lists.map(\.account)
    for account in Set(keepers.compactMap { $0?.root }) {
      let me = accounts.first { $0.id == account }?.user
      users[account] = draft.isAssignedToMe ? me : draft.assignee
    }
  }
}
