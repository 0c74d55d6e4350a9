import Core
import Platform
import Service
import Toolkit

/// The state of the details.
struct DetailsState: Equatable {
  /// A reminder's moment as the user sets it: day and time of day in a zone.
  struct AlarmTime: Equatable {
    var day: CalendarDay
    /// 0…23.
    var hour: Int
    /// 0…59.
    var minute: Int
    /// The IANA name of the zone.
    var zone: String
  }

  /// A list in which a new to-do can be created.
  struct Choice: Equatable {
    let id: ListID
    let name: String
  }

  /// The person to whom the to-do is assigned.
  struct Assignee: Equatable {
    /// The user ID.
    let user: String
    let name: String
    let avatar: AvatarContent
  }

  /// A parent or a subtask.
  struct Relative: Equatable, Identifiable {
    let id: TodoID
    let title: String
    /// Whether it counts as done: it is done or cancelled.
    var isDone = false
    var isCancelled = false

    mutating func tick(_ isDone: Bool) {
      self.isDone = isDone
      isCancelled = false
    }
  }

  /// The text in the entry for another tag.
  struct TypedTag: Equatable {
    var text = ""
    /// Names to choose from.
    var offers: EntryOffers?
    /// Whether no names are offered until the user begins another tag.
    var isClosed = false
    /// Whether the user has switched to another window.
    var isAway = false
  }

  /// Whether the to-do is stored.
  enum StorageState: Equatable {
    /// It is not stored yet.
    case new
    case stored
    /// It was deleted while its details were open; a change creates it again.
    case deleted
  }

  /// The to-do with all changes; its texts are as typed.
  var todo: Todo
  var storageState: StorageState
  var reminders: [ReminderSlots.Slot] = []
  /// Whether no more reminders can be added.
  var hasAllReminders = false
  var repeatChoice = RepeatForm.Choice.never
  /// Nil if the to-do does not repeat, or if the rows cannot show its rule.
  var repeatForm: RepeatForm?
  /// The next occurrences; nil while they are unknown.
  var nextOccurrences: [CalendarTime]?
  /// The name of its list; nil while it is unknown, and for a new to-do.
  var list: String?
  /// The to-do of which this one is a subtask.
  var parent: Relative?
  var subtasks: [Relative] = []
  /// The state of the entry for another subtask.
  var typed = EntryState()
  var typedTag = TypedTag()
  /// The status shown in its row, which may not be on disk yet.
  var status = Todo.Status.open
  var today = CalendarDay.first
  /// Whether times of day are shown with twelve hours.
  var hasTwelveHours = DateText.hasTwelveHours
  /// The time zone of this computer, in which times are shown.
  var zone = LocalClock.zone
  /// The lists to choose from; empty if there is no choice.
  var lists: [Choice] = []
  /// The index of the chosen list in `lists`.
  var chosenList = 0
  /// Whether the to-do can be assigned to somebody, which requires an account with people.
  var canAssign = false
  /// Nil if it is assigned to nobody.
  var assignee: Assignee?
  /// Whether nothing can be changed.
  var isReadOnly = false
  /// Grows when the typed texts have been saved; undoing in a text field then starts from there.
  var keptCount = 0
}

extension DetailsState.Relative {
  init(_ row: TodoRow) {
    self.init(id: row.id, title: row.content, isDone: row.isDone, isCancelled: row.isCancelled)
  }
}
