import Core
import Service
import Toolkit

/// Everything the edit task scene shows.
struct EditTaskState: Equatable {
  /// An alarm as a person sets it: day and time of day in a zone.
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

  var title: String
  var content: String
  var notes: String
  var isStarred: Bool
  var due: CalendarTime?
  var alarm: AlarmTime?
  /// Lists to choose from; empty where there is nothing to choose.
  var lists: [Choice] = []
  /// Which of `lists` is chosen.
  var chosenList = 0
  /// Whether the to-do can be given to somebody: an account keeps it.
  var canAssign = false
  /// Nil: nobody.
  var assignee: Assignee?
  var canSave = false
  /// Whether nothing can be changed.
  var isReadOnly = false
  /// Whether everything is known that decides how large the scene is.
  var isReady = false
}
