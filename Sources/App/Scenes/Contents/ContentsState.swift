import Core
import Service

/// The state of the dialog with the contents of the servers.
struct ContentsState: Equatable {
  /// One list.
  struct Row: Equatable, Identifiable {
    let id: ListID
    var name: String
    /// The owner's name; nil if the user is the owner.
    var owner: String?
    var isReadOnly = false
    /// The number of open to-dos; nil if it is unknown.
    var openCount: Int?
    /// Whether the server does not have the list yet.
    var isUnsent = false
    /// Whether the main list shows it.
    var isShown: Bool
  }

  /// Why the rows may be outdated.
  struct Problem: Equatable {
    let reason: String
    /// When the server was last read, in words; nil if it never was.
    var age: String?
  }

  /// The lists of one account.
  struct Section: Equatable, Identifiable {
    /// Nil for this computer.
    let account: AccountID?
    /// Nil if there is only one section.
    var title: String?
    /// Nil as long as it is unknown what the server holds.
    var rows: [Row]?
    var problem: Problem?
    var isLoading = false

    var id: String { account?.rawValue ?? "" }
  }

  /// What the dialog shows in place of the sections.
  enum Page: Equatable {
    case sections
    /// Nothing is known yet.
    case waiting
    case failed(reason: String)
    case noLists
  }

  var page = Page.waiting
  var sections: [Section] = []

  /// Whether a server is being read while rows are shown already.
  var isLoading: Bool { page != .waiting && sections.contains(where: \.isLoading) }
}
