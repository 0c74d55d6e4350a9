import Basics
import Core

/// The state of the to-do list.
struct TodoListState: Equatable {
  /// What is shown in place of rows.
  enum Placeholder: Equatable {
    case noTodos
    /// The list will be created with its first to-do.
    case noList
    case nothingImportant
    case nothingAssigned
    case nothingOnDay
    /// The list is empty and read-only.
    case nothingToRead
  }

  /// The bar of the day page.
  struct DayBar: Equatable {
    var day: CalendarDay
    var isToday: Bool
  }

  /// A message that needs no answer; a new number shows it again.
  struct Notice: Equatable {
    let number: Int
    let text: String
  }

  /// A row to scroll to; a new number scrolls again.
  struct Reveal: Equatable {
    let number: Int
    let index: Int
    /// The to-do whose row also takes the focus; nil leaves the focus where it is.
    var focused: TodoID?
  }

  var title = ""
  /// Whether the page shows a single list.
  var isList = false
  /// The order of that list.
  var order = ListOrder.manual
  /// What the user may do with that list; nil for other pages, and as long as it is unknown.
  var access: ListAccess?
  /// The lists whose to-dos may only be read.
  var readOnly: Set<ListID> = []
  /// Those of the read-only lists in which reminders cannot be snoozed either.
  var locked: Set<ListID> = []
  /// The values that rows show besides their own fields.
  var rowContext = RowContext(today: .first)
  /// Changes when another page is shown: rows, focus and scroll position then start anew.
  var generation = 0
  var page = TodoPage()
  /// Whether the first rows of the page have been read, or it is known that there are none.
  var hasContent = false
  /// The steps from the previously rendered page to this one; nil if the pages must be compared.
  @ExcludedFromEquality var steps: [TodoPage.Step]? = []
  var placeholder: Placeholder?
  var dayBar: DayBar?
  /// The state of the add entry.
  var typed = EntryState()
  var canAdd = false
  var notice: Notice?
  /// A row to scroll to.
  var reveal: Reveal?

  /// Whether new to-dos can be added to the page.
  var canWrite: Bool { access?.canWrite ?? true }
}

/// A part of a state that follows from the others: it is passed on, but ignored when states are compared.
@propertyWrapper
struct ExcludedFromEquality<Value>: Equatable {
  var wrappedValue: Value

  static func == (a: ExcludedFromEquality, b: ExcludedFromEquality) -> Bool { true }
}
