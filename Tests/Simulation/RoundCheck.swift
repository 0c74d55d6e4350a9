import Basics
import Core

/// What one round of synchronising may not do to a computer, whatever the server says meanwhile.
///
/// In the end it would not be seen: copies are forgotten, and lists come back.
struct RoundCheck {
  private let computer: Computer
  private let account: Account
  /// How much the user had removed when the round began.
  private let removed: Int
  private let todos: Set<ExactText>
  private let lists: Set<ExactText>

  /// Looks at the computer before a round; nil if its disk cannot be read.
  init?(_ computer: Computer, _ account: Account) async {
    self.computer = computer
    self.account = account
    removed = computer.removals.count
    do {
      todos = try await Self.todos(computer, account)
      lists = try await Self.lists(computer, account)
    } catch {
      return nil
    }
  }

  /// Looks at it again.
  /// - Parameter isGiven: whether a to-do was moved and is in the list of another person by now.
  func problems(isGiven: (RecordKey) -> Bool) async -> [String] {
    guard !computer.disk.isDead else { return [] }
    do throws(StoreError) {
      return try await withoutCopy(isGiven) + emptied()
    } catch {
      return []
    }
  }

  /// What somebody else deleted is in the trash. A round can tell that something has been moved into a list of another
  /// person, and that the user takes part in it no longer.
  private func withoutCopy(_ isGiven: (RecordKey) -> Bool) async throws(StoreError) -> [String] {
    // Of what others share nobody keeps copies.
    guard account.share == nil else { return [] }
    let present = try await computer.names(
      "SELECT id FROM todo UNION SELECT record FROM trash WHERE kind = 'todo'")
    return todos.subtracting(present).map(\.text).filter { id in
      !isRemovedHere(id, .todo) && !isGiven(RecordKey(kind: .todo, id: id))
    }.inOrder().map {
      "\(computer.name) lost \($0), which nobody deleted here, and has no copy"
    }
  }

  /// A list stays as long as there is something in it.
  private func emptied() async throws(StoreError) -> [String] {
    let present = try await Self.lists(computer, account)
    let needed = try await computer.names(
      "SELECT DISTINCT listID FROM todo WHERE account = '\(account.id.rawValue)'")
    return lists.subtracting(present).intersection(needed).map(\.text)
      .filter { !isRemovedHere($0, .list) }.inOrder().map {
        "\(computer.name) lost the list \($0), and not what is in it"
      }
  }

  private func isRemovedHere(_ id: String, _ kind: RecordKind) -> Bool {
    computer.removals.dropFirst(removed).contains(RecordKey(kind: kind, id: id))
  }

  // MARK: What the database says

  private static func todos(_ computer: Computer, _ account: Account) async throws(StoreError)
    -> Set<ExactText>
  {
    try await computer.names(
      "SELECT id FROM todo WHERE account = '\(account.id.rawValue)'")
  }

  private static func lists(_ computer: Computer, _ account: Account) async throws(StoreError)
    -> Set<ExactText>
  {
    try await computer.names(
      "SELECT id FROM list WHERE account = '\(account.id.rawValue)'")
  }
}
