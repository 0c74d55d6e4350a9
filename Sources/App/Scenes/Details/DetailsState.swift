import Core
import Platform
import Service
import Toolkit

/// Everything that the details show.
struct DetailsState: Equatable {
  /// A moment of a reminder as a person sets it: day and time of day in a zone.
  struct AlarmTime: Equatable {
    var day: CalendarDay
    /// 0…23.
    var hour: Int
    /// 0…59.
    var minute: Int
    /// The IANA name of the zone.
    var zone: String
  }

  /// A list that a new to-do can go to.
  struct Choice: Equatable {
    let id: ListID
    let name: String
  }

  /// A person whom the to-do is given to.
  struct Assignee: Equatable {
    /// The user ID.
    let user: String
    let name: String
    let face: Face
  }

  /// A to-do next to this one.
  struct Relative: Equatable, Identifiable {
    let id: TodoID
    let title: String
    /// Whether it stands among the done ones: done or cancelled.
    var isDone = false
    var isCancelled = false
  }

  /// What stands in the entry for another tag.
  struct TypedTag: Equatable {
    var text = ""
    /// Names to choose from.
    var offers: EntryOffers?
    /// Whether nothing more is offered until another tag begins.
    var isClosed = false
  }

  /// Whether the to-do is stored.
  enum Standing: Equatable {
    /// It is not stored yet.
    case new
    case stored
    /// It was deleted while it was open here; a change makes it again.
    case deleted
  }

  /// The to-do as it is to become; its texts as they were typed.
  var todo: Todo
  var standing: Standing
  var reminders: [ReminderSlots.Slot] = []
  /// Whether no more reminders can be added.
  var hasAllReminders = false
  var repeatChoice = RepeatForm.Choice.never
  /// Nil if it does not repeat, or by a rule that has no rows.
  var repeatForm: RepeatForm?
  /// The next occurrences; nil while they are not known.
  var nextOccurrences: [CalendarTime]?
  /// The name of the list it is kept in; nil while that is not known, and for a new one.
  var list: String?
  /// What it is a part of.
  var parent: Relative?
  var subtasks: [Relative] = []
  /// What stands in the entry for another subtask.
  var typed = EntryState()
  var typedTag = TypedTag()
  /// What the row of the status shows: also while a choice is on its way to the disk.
  var status = Todo.Status.open
  var today = CalendarDay.first
  /// How times of day are written.
  var hasTwelveHours = DateText.hasTwelveHours
  /// Lists to choose from; empty where there is nothing to choose.
  var lists: [Choice] = []
  /// Which of `lists` is chosen.
  var chosenList = 0
  /// Whether the to-do can be given to somebody: an account keeps it.
  var canAssign = false
  /// Nil: nobody.
  var assignee: Assignee?
  /// Whether nothing can be changed.
  var isReadOnly = false
  /// Grows when what was typed has been kept; undoing begins with that then.
  var keptCount = 0
}

extension DetailsState.Relative {
  init(_ row: TodoRow) {
    self.init(id: row.id, title: row.content, isDone: row.isDone, isCancelled: row.isCancelled)
  }
}
