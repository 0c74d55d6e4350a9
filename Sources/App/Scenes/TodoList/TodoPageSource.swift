import Sync
import Toolkit

/// A page as the list model reads it.
struct TodoPageSource: RowSource {
  var page = TodoPage()

  var count: Int { page.count }

  func row(at index: Int) -> TodoItem { page.row(at: index) }
}
