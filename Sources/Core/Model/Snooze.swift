import Basics

/// That a person wants to be reminded again at another moment; in a shared list everybody's own.
///
/// The text is the moment, the user ID and the text of the reminder, with a space between each. The user is empty on
/// this computer only.
public struct Snooze: SetElement {
  @Exact public private(set) var text: String

  public init(text: String) {
    self.text = text
  }

  public init(until moment: Timestamp, user: String, reminder: Reminder) {
    text = "\(moment.iso8601) \(user) \(reminder.text)"
  }

  /// Nil if the text cannot be read.
  public var until: Timestamp? { parts.flatMap { Timestamp(iso8601: $0[0]) } }
  public var user: String? { parts?[1] }
  public var reminder: Reminder? { parts.map { Reminder(text: $0[2]) } }

  /// Whether it rings by a reminder that was made for it, as nothing had rung that it could put off: one of the same
  /// moment.
  public var hasOwnReminder: Bool { until.map { $0 == reminder?.alarm?.at } == true }

  private var parts: [String]? {
    let parts = text.splitExactly(at: " ", most: 2)
    return parts.count == 3 ? parts : nil
  }
}

extension Set<Snooze> {
  /// Puts a snooze in the place of what the same person chose for the same reminder before.
  public mutating func set(_ snooze: Snooze) {
    self = filter { $0.reminder != snooze.reminder || !$0.user.isExactly(snooze.user) }
    insert(snooze)
  }
}
