import Basics

/// The snoozes of a to-do, by the reminders that they put off.
///
/// Each snooze is parsed only once, because anybody who can write in a list can fill the sets of snoozes and reminders.
struct SnoozesByReminder {
  /// A snooze whose reminder and person can be read.
  private struct Known {
    let user: String
    let until: Timestamp?
    let hasOwnReminder: Bool
  }

  private var known: [Reminder: [Known]] = [:]

  init(_ snoozes: Set<Snooze>) {
    for snooze in snoozes { add(snooze) }
  }

  /// Reads only the snoozes of one reminder.
  init(_ snoozes: Set<Snooze>, of reminder: Reminder) {
    for snooze in snoozes where snooze.mayPutOff(reminder) { add(snooze) }
  }

  /// When a person's snooze of a reminder ends; the latest end if there are several.
  func end(of reminder: Reminder, for user: String) -> Timestamp? {
    (known[reminder] ?? []).filter { $0.user.isExactly(user) }.compactMap(\.until).max()
  }

  /// Whether a reminder was created for snoozes of other people only. A snooze without a user ID was made on this
  /// computer, before the to-do belonged to an account.
  func isMadeByOthers(_ reminder: Reminder, than user: String) -> Bool {
    let makers = (known[reminder] ?? []).filter(\.hasOwnReminder)
    return !makers.isEmpty && !makers.contains { $0.user.isExactly(user) || $0.user.isExactly("") }
  }

  /// The snoozes of one reminder after a person has put it off; the new snooze replaces the person's earlier ones.
  func puttingOff(_ reminder: Reminder, until moment: Timestamp, for user: String)
    -> SnoozesByReminder
  {
    var later = SnoozesByReminder([])
    later.known[reminder] = known[reminder]?.filter { !$0.user.isExactly(user) }
    later.add(Snooze(until: moment, user: user, reminder: reminder))
    return later
  }

  private mutating func add(_ snooze: Snooze) {
    guard let reminder = snooze.reminder, let user = snooze.user else { return }
    known[reminder, default: []].append(
      Known(user: user, until: snooze.until, hasOwnReminder: snooze.hasOwnReminder))
  }
}

extension Snooze {
  /// Whether the text ends with the text of a reminder. This rules out most snoozes of other reminders without parsing
  /// them.
  func mayPutOff(_ reminder: Reminder) -> Bool { text.hasExactSuffix(reminder.text) }
}

extension Set<Snooze> {
  /// Puts off several reminders, replacing the same person's earlier snoozes of them.
  mutating func putOff(_ reminders: Set<Reminder>, until moment: Timestamp, for user: String) {
    self = filter { snooze in
      guard snooze.user.isExactly(user), let reminder = snooze.reminder else { return true }
      return !reminders.contains(reminder)
    }
    formUnion(reminders.map { Snooze(until: moment, user: user, reminder: $0) })
  }

  /// Transfers a person's snoozes to another user ID of the same person. Of several snoozes of one reminder, the latest
  /// is kept; it replaces those under the other ID.
  mutating func rename(_ user: String, to other: String) {
    var ends: [Reminder: Timestamp] = [:]
    let others = filter { snooze in
      guard snooze.user.isExactly(user), let until = snooze.until, let reminder = snooze.reminder
      else { return true }
      ends[reminder] = Swift.max(ends[reminder] ?? until, until)
      return false
    }
    self = others.filter { snooze in
      guard snooze.user.isExactly(other), let reminder = snooze.reminder else { return true }
      return ends[reminder] == nil
    }
    formUnion(ends.map { Snooze(until: $0.value, user: other, reminder: $0.key) })
  }
}
