import Basics

/// The snoozes of a to-do by the reminders that they put off, each read once: whoever writes in a list may fill the sets
/// of both.
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

  /// Those of one reminder; no other one is read.
  init(_ snoozes: Set<Snooze>, of reminder: Reminder) {
    for snooze in snoozes where snooze.mayPutOff(reminder) { add(snooze) }
  }

  /// Until when a person wants to hear nothing of a reminder; the latest where there are several.
  func end(of reminder: Reminder, for user: String) -> Timestamp? {
    (known[reminder] ?? []).filter { $0.user.isExactly(user) }.compactMap(\.until).max()
  }

  /// Whether a reminder was made for snoozes of other people. Without a name it was somebody on this computer, before the
  /// to-do belonged to an account.
  func isMadeByOthers(_ reminder: Reminder, than user: String) -> Bool {
    let makers = (known[reminder] ?? []).filter(\.hasOwnReminder)
    return !makers.isEmpty && !makers.contains { $0.user.isExactly(user) || $0.user.isExactly("") }
  }

  /// What there is of one reminder after a person has put it off, in place of what the same person chose before.
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
  /// Whether the text ends as that of a reminder does. Most that put off another one are told apart by that, without being
  /// read.
  func mayPutOff(_ reminder: Reminder) -> Bool { text.hasExactSuffix(reminder.text) }
}

extension Set<Snooze> {
  /// Puts off several reminders, in place of what the same person chose for them before.
  mutating func putOff(_ reminders: Set<Reminder>, until moment: Timestamp, for user: String) {
    self = filter { snooze in
      guard snooze.user.isExactly(user), let reminder = snooze.reminder else { return true }
      return !reminders.contains(reminder)
    }
    formUnion(reminders.map { Snooze(until: moment, user: user, reminder: $0) })
  }

  /// Makes those of a person those of the same person under another name, the latest where there are several of one
  /// reminder.
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
