import Core
import Toolkit

/// One row of a page: a to-do, or the title above what is done.
enum TodoItem: Identifiable, Equatable, Sendable {
  case todo(TodoRow)
  case doneTitle

  var id: String {
    switch self {
    case .todo(let row): row.id.rawValue
    case .doneTitle: "section:done"
    }
  }
}
