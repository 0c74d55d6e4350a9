import Core
import Service

/// The state of the main list.
struct MainListState: Equatable {
  /// A page in the main list, with the number of its open to-dos.
  struct Row: Equatable, Identifiable {
    let page: Page
    var name: String
    var openCount: Int
    /// The heading above the row, which names the account of the lists from here on; nil if the heading does not
    /// change.
    var heading: String?
    /// The name of the list's account, if there are several.
    var place: String?
    /// What the user may do with the list; nil for a page that is not a list.
    var access: ListAccess?
    /// Has neither colour nor emoji for a page that is not a list.
    var appearance = ListAppearance()

    var id: Page { page }
    var isList: Bool { if case .list = page { true } else { false } }
  }

  /// "Important", "Assigned to Me" and "Today", then the lists in their order, grouped by account.
  var rows: [Row] = []
  var selection: Page?
  /// "You have N custom lists."; nil if there are none.
  var footer: String?
  /// A line about invitations from other people; nil if there are none.
  var invitations: String?
}
