extension Todo {
  /// Puts off the reminder that rang last to a moment, and with it what the person has put off before and waits still. If
  /// there is neither, the to-do gets a reminder of that moment, in place of one that an earlier snooze has made.
  /// - Parameters:
  ///   - rung: what has rung, the last first.
  ///   - user: the person; empty on this computer only.
  ///   - zone: of this computer, for a new reminder; an IANA name.
  mutating func snooze(
    rung: [Reminder], until moment: Timestamp, for user: String, at now: Timestamp, zone: String,
    _ rules: RingingRules
  ) {
    forgetOwnReminders { $0.isExactly(user) }
    let waiting = snoozes.filter { snooze in
      guard let until = snooze.until, until > now, snooze.user?.isExactly(user) == true else {
        return false
      }
      return snooze.reminder.flatMap { self.moment(of: $0, for: user, rules) } == until
    }
    let last = rung.first { canPutOff($0, until: moment, for: user, rules) }
    let others = waiting.compactMap(\.reminder)
      .filter { canPutOff($0, until: moment, for: user, rules) }
    let putOff = Set(others + [last].compactMap(\.self))
    for reminder in putOff {
      snoozes.set(Snooze(until: moment, user: user, reminder: reminder))
    }
    if putOff.isEmpty {
      let reminder = Reminder(Alarm(at: moment, zone: zone))
      // Unless a person has set the same one.
      if reminders.insert(reminder).inserted {
        snoozes.set(Snooze(until: moment, user: user, reminder: reminder))
      }
    }
  }

  /// Takes away reminders that were made for snoozes of certain people, by their user IDs.
  mutating func forgetOwnReminders(of isMeant: (String) -> Bool) {
    for snooze in snoozes where snooze.hasOwnReminder && snooze.user.map(isMeant) == true {
      snoozes.remove(snooze)
      if let reminder = snooze.reminder { reminders.remove(reminder) }
    }
  }

  /// Whether a reminder was made for snoozes only, so that it rings for those who snoozed and for nobody else.
  public func isMadeBySnooze(_ reminder: Reminder) -> Bool {
    snoozes.contains { $0.hasOwnReminder && $0.reminder == reminder }
  }

  /// Whether a reminder was made for snoozes of other people. Without a name it was somebody on this computer, before the
  /// to-do belonged to an account.
  func isSnoozeOfOthers(_ reminder: Reminder, than user: String) -> Bool {
    let makers = snoozes.filter { $0.hasOwnReminder && $0.reminder == reminder }
    return !makers.isEmpty && !makers.contains { $0.user.isExactly(user) || $0.user.isExactly("") }
  }

  /// Makes the snoozes of a person those of the same person in another account.
  mutating func renameSnoozes(of user: String, to other: String) {
    guard !user.isExactly(other) else { return }
    for snooze in snoozes where snooze.user.isExactly(user) {
      guard let until = snooze.until, let reminder = snooze.reminder else { continue }
      snoozes.remove(snooze)
      snoozes.set(Snooze(until: until, user: other, reminder: reminder))
    }
  }

  /// Whether a snooze until a moment makes a reminder ring then. One of a later time would ring only at that.
  private func canPutOff(
    _ reminder: Reminder, until moment: Timestamp, for user: String, _ rules: RingingRules
  ) -> Bool {
    var later = self
    later.snoozes.set(Snooze(until: moment, user: user, reminder: reminder))
    return later.moment(of: reminder, for: user, rules) == moment
  }
}
