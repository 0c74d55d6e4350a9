import Core
import Service

/// Everything the main list shows.
struct MainListState: Equatable {
  /// One place of the main list with the number of its open to-dos.
  struct Row: Equatable, Identifiable {
    let page: Page
    var name: String
    var openCount: Int
    /// What stands above the row: who keeps the lists from here on; nil where the row before tells.
    var heading: String?
    /// Who keeps the list, where not all are kept by the same.
    var place: String?
    /// What the user may do with the list; nil for a place that is no list.
    var access: ListAccess?
    /// Neither colour nor emoji for a place that is no list.
    var appearance = ListAppearance()

    var id: Page { page }
    var isList: Bool { if case .list = page { true } else { false } }
  }

  /// "Important", "Assigned to Me" and "Today", then the lists in order; those that the same account
  /// keeps stand together.
  var rows: [Row] = []
  var selection: Page?
  /// "You have N custom lists."; nil where there are none.
  var footer: String?
  /// That other people want to share lists, in one line; nil where nobody does.
  var invitations: String?
}
