import Core

/// What the command line asks for.
package struct LaunchOptions: Sendable {
  /// Adds this account first.
  package var account: Account?
  /// Whether a second start only brings the first one's window to the front.
  package var isUnique = true
  /// Started by D-Bus to answer requests: shows no window until one is asked for.
  package var isService = false
  /// Puts the focus into the entry for a new to-do.
  package var startsWithNewTodo = false

  /// The usual start of the window, with flags only. No parser is built for it.
  /// - Returns: nil if there is anything but these flags.
  package init?(flags: [String]) {
    for flag in flags {
      switch flag {
      case "--non-unique": isUnique = false
      case "--new-todo": startsWithNewTodo = true
      case "--gapplication-service": isService = true
      default: return nil
      }
    }
  }

  package init(
    account: Account? = nil, isUnique: Bool = true, isService: Bool = false,
    startsWithNewTodo: Bool = false
  ) {
    self.account = account
    self.isUnique = isUnique
    self.isService = isService
    self.startsWithNewTodo = startsWithNewTodo
  }
}

/// A request to the window from outside: over D-Bus, by the desktop or by another start.
package enum WindowRequest: Equatable, Sendable {
  /// Puts the focus into the entry for a new to-do.
  case newTodo
  /// Adds a to-do and shows it.
  case add(String)
  /// Shows a to-do in its list, with its details.
  case show(TodoID)
  /// Opens the page with the reminders of a notification, see ``RungGroup/id``.
  case showReminders(Int64)
  case preferences
}
