import Core
import Service

/// Everything the dialog with the contents shows.
struct ContentsState: Equatable {
  /// One list.
  struct Row: Equatable, Identifiable {
    let id: ListID
    var name: String
    /// What the owner is called; nil for the user.
    var owner: String?
    var isReadOnly = false
    /// Open to-dos; nil where that is not known.
    var openCount: Int?
    /// Whether the server does not have the list yet.
    var isUnsent = false
    /// Whether it stands in the main list.
    var isShown: Bool
  }

  /// Why the rows may be old.
  struct Problem: Equatable {
    let reason: String
    /// Tells when the server was last read; nil if it never was.
    var age: String?
  }

  /// What one account keeps.
  struct Section: Equatable, Identifiable {
    /// Nil for this computer.
    let account: AccountID?
    /// Nil where there is only one.
    var title: String?
    /// Nil while nothing is known of what the server holds.
    var rows: [Row]?
    var problem: Problem?
    var isLoading = false

    var id: String { account?.rawValue ?? "" }
  }

  /// What stands in the place of the sections.
  enum Page: Equatable {
    case sections
    /// Nothing is known yet.
    case waiting
    case failed(reason: String)
    case noLists
  }

  var page = Page.waiting
  var sections: [Section] = []

  /// Whether a server is being read while there is something to see.
  var isLoading: Bool { page != .waiting && sections.contains(where: \.isLoading) }
}
