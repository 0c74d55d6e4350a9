import Basics

/// A person's wish to be reminded again at another moment. In a shared list each person has their own snoozes.
///
/// The text consists of the moment, the user ID and the text of the reminder, separated by spaces. The user ID is empty
/// for a to-do that is on this computer only.
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

  /// Whether its reminder was created for this snooze, because no reminder had rung that could be put off. Such a
  /// reminder has the moment of the snooze.
  public var hasOwnReminder: Bool { until.map { $0 == reminder?.alarm?.at } == true }

  private var parts: [String]? {
    let parts = text.splitExactly(at: " ", most: 2)
    return parts.count == 3 ? parts : nil
  }
}

extension Set<Snooze> {
  /// Adds a snooze, in place of the same person's earlier snooze of the same reminder.
  public mutating func set(_ snooze: Snooze) {
    self = filter { $0.reminder != snooze.reminder || !$0.user.isExactly(snooze.user) }
    insert(snooze)
  }
}
