import Basics

/// A snooze by a person who may only read the to-do's list.
///
/// It is stored in that person's own ``Consent``, because the person may not write the to-do.
///
/// The text is the moment, a space, the ID of the to-do, a slash, which no such ID contains, and the text of the reminder.
public struct ReaderSnooze: SetElement {
  @Exact public private(set) var text: String

  /// How long a snooze is kept after it has rung, in milliseconds. If it were dropped at once, its notification would
  /// be withdrawn.
  static let memory: Int64 = 7 * 24 * 3_600_000

  public init(text: String) {
    self.text = text
  }

  /// Nil if the snooze cannot be read, or the to-do's ID contains a slash.
  init?(_ snooze: Snooze, of todo: TodoID) {
    guard let moment = snooze.until, let reminder = snooze.reminder,
      !todo.rawValue.unicodeScalars.contains("/")
    else { return nil }
    text = "\(moment.iso8601) \(todo.rawValue)/\(reminder.text)"
  }

  /// Nil if the text cannot be read.
  public var until: Timestamp? { parts.flatMap { Timestamp(iso8601: $0.until) } }
  public var todo: TodoID? { parts.map { TodoID(rawValue: $0.todo) } }

  /// The snooze in the form in which a to-do stores it.
  /// - Parameter user: the person who snoozed.
  func snooze(of user: String) -> Snooze? {
    guard let parts, let moment = Timestamp(iso8601: parts.until) else { return nil }
    return Snooze(until: moment, user: user, reminder: Reminder(text: parts.reminder))
  }

  private var parts: (until: String, todo: String, reminder: String)? {
    let halves = text.splitExactly(at: " ", most: 1)
    guard halves.count == 2 else { return nil }
    let names = halves[1].splitExactly(at: "/", most: 1)
    return names.count == 2 ? (halves[0], names[0], names[1]) : nil
  }
}

extension Set<ReaderSnooze> {
  /// Replaces the snoozes of a to-do, and drops all snoozes that rang long ago, including those of deleted to-dos.
  mutating func replace(of todo: TodoID, by snoozes: Set<Snooze>, at now: Timestamp) {
    self = filter { snooze in
      guard let until = snooze.until, snooze.todo != todo else { return false }
      return until.milliseconds > now.milliseconds - ReaderSnooze.memory
    }
    formUnion(snoozes.compactMap { ReaderSnooze($0, of: todo) })
    self = Set(texts: SetLimits.bounded(texts))
  }
}

extension Todo {
  /// The to-do as it rings for a person who may only read it.
  /// - Parameter own: that person's snoozes. They replace the to-do's own snoozes of the same reminders, which date
  ///   from a time when the person could write it. They count only while anything in the to-do may ring.
  func heard(by user: String, with own: Set<ReaderSnooze>) -> Todo {
    let own = own.filter { $0.todo == id }.compactMap { $0.snooze(of: user) }
    guard mayRing, !own.isEmpty else { return self }
    let putOff = Set(own.compactMap(\.reminder))
    var todo = self
    todo.snoozes = snoozes.filter { snooze in
      guard snooze.user.isExactly(user), let reminder = snooze.reminder else { return true }
      return !putOff.contains(reminder)
    }
    todo.snoozes.formUnion(own)
    todo.reminders.formUnion(own.filter(\.hasOwnReminder).compactMap(\.reminder))
    return todo
  }
}
