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
    let known = SnoozesByReminder(snoozes)
    let waiting = snoozes.filter { snooze in
      guard let until = snooze.until, until > now, snooze.user?.isExactly(user) == true else {
        return false
      }
      return snooze.reminder.flatMap { self.moment(of: $0, for: user, rules, known) } == until
    }
    /// Whether a snooze until then makes a reminder ring then. One of a later time would ring only at that.
    func canPutOff(_ reminder: Reminder) -> Bool {
      let later = known.puttingOff(reminder, until: moment, for: user)
      return self.moment(of: reminder, for: user, rules, later) == moment
    }
    let last = rung.first(where: canPutOff)
    let others = Set(waiting.compactMap(\.reminder)).filter(canPutOff)
    let putOff = others.union([last].compactMap(\.self))
    snoozes.putOff(putOff, until: moment, for: user)
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
    snoozes.contains { $0.mayPutOff(reminder) && $0.hasOwnReminder && $0.reminder == reminder }
  }

  /// Makes the snoozes of a person those of the same person in another account.
  mutating func renameSnoozes(of user: String, to other: String) {
    guard !user.isExactly(other) else { return }
    snoozes.rename(user, to: other)
  }
}
