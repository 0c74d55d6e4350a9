import Basics
import Core

/// Everything the to-do list shows.
struct TodoListState: Equatable {
  /// What stands in the place of rows.
  enum Placeholder: Equatable {
    case noTodos
    /// The list is made with its first to-do.
    case noList
    case nothingImportant
    case nothingAssigned
    case nothingOnDay
    /// The list may be read, but nothing can be added to it.
    case nothingToRead
  }

  /// The day page's bar.
  struct DayBar: Equatable {
    var day: CalendarDay
    var isToday: Bool
  }

  /// Something that needs no answer; another number says it again.
  struct Notice: Equatable {
    let number: Int
    let text: String
  }

  /// A row to scroll to; another number asks again.
  struct Reveal: Equatable {
    let number: Int
    let index: Int
    /// The to-do whose row takes the focus too; nil leaves that where it is.
    var focused: TodoID?
  }

  var title = ""
  /// Whether the page is one list.
  var isList = false
  /// How that list is sorted.
  var order = ListOrder.manual
  /// What the user may do with that list; nil for other pages, and until it is known.
  var access: ListAccess?
  /// The lists whose to-dos may be read but not changed.
  var readOnly: Set<ListID> = []
  /// Those of them whose reminders cannot be put off either.
  var locked: Set<ListID> = []
  /// What the rows say beside their own fields.
  var surroundings = RowSurroundings(today: .first)
  /// Another number means another page: rows, focus and scroll position start anew.
  var generation = 0
  var page = TodoPage()
  /// Whether the first rows of the page have been read, or that there are none.
  var hasContent = false
  /// What led from the page rendered before to this one; nil: compare them.
  @Uncompared var steps: [TodoPage.Step]? = []
  var placeholder: Placeholder?
  var dayBar: DayBar?
  /// What stands in the add entry.
  var typed = EntryState()
  var canAdd = false
  var notice: Notice?
  /// A row that should be brought into view.
  var reveal: Reveal?

  /// Whether the page takes new to-dos.
  var canWrite: Bool { access?.canWrite ?? true }
}

/// A part of a state that follows from another: it is passed on with it but makes no difference.
@propertyWrapper
struct Uncompared<Value>: Equatable {
  var wrappedValue: Value

  static func == (a: Uncompared, b: Uncompared) -> Bool { true }
}
