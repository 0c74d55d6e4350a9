import Core

/// Everything the to-do list shows.
struct TodoListState: Equatable {
  /// What stands in the place of rows.
  enum Placeholder: Equatable {
    case noTodos
    case nothingImportant
    case nothingAssigned
    case nothingOnDay
  }

  /// The day page's bar.
  struct DayBar: Equatable {
    var day: CalendarDay
    var isToday: Bool
  }

  /// A deleted to-do that can be had back.
  struct UndoOffer: Equatable {
    let number: Int
    let title: String
  }

  /// A row to scroll to; another number asks again.
  struct Reveal: Equatable {
    let number: Int
    let index: Int
  }

  var title = ""
  /// Whether the page is one of the user's lists, which can be renamed and deleted.
  var isList = false
  /// Another number means another page: rows, focus and scroll position start anew.
  var generation = 0
  var page = TodoPage()
  /// Whether the first rows of the page have been read, or that there are none.
  var hasContent = false
  /// What led from the page rendered before to this one; nil: compare them.
  var steps: [TodoPage.Step]? = []
  var placeholder: Placeholder?
  var dayBar: DayBar?
  /// The text of the add entry.
  var draft = ""
  var canAdd = false
  /// Grows when the add entry should take the focus.
  var focusRequest = 0
  var undoOffer: UndoOffer?
  /// A row that should be brought into view.
  var reveal: Reveal?

  static func == (a: TodoListState, b: TodoListState) -> Bool {
    a.generation == b.generation && a.page.revision == b.page.revision && a.title == b.title
      && a.hasContent == b.hasContent
      && a.isList == b.isList && a.placeholder == b.placeholder
      && a.dayBar == b.dayBar && a.draft == b.draft && a.canAdd == b.canAdd
      && a.focusRequest == b.focusRequest && a.undoOffer == b.undoOffer && a.reveal == b.reveal
  }
}
