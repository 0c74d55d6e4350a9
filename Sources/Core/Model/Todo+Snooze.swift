extension Todo {
  /// Snoozes the most recently rung reminder until `moment`, and with it the reminders whose earlier snoozes by the
  /// person still wait.
  ///
  /// If there is neither, the to-do gets a new reminder at that moment, in place of one that an earlier snooze created.
  /// - Parameters:
  ///   - rung: the reminders that have rung, latest first.
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
    /// Whether a snooze until `moment` makes a reminder ring at that moment. A reminder whose own time is later would
    /// ring only at that time.
    func canPutOff(_ reminder: Reminder) -> Bool {
      let later = known.puttingOff(reminder, until: moment, for: user)
      return self.moment(of: reminder, for: user, rules, later) == moment
    }
    let last = rung.first(where: canPutOff)
    let others = Set(waiting.compactMap(\.reminder)).filter(canPutOff)
    let putOff = others.union([last].compactMap(\.self))
    snoozes.putOff(putOff, until: moment, for: user)
    if putOff.isEmpty { addOwnReminder(at: moment, zone: zone, for: user) }
  }

  /// Snoozes a reminder that has rung. One that was created for a snooze gives way to a new one, so that it stays the
  /// person's own.
  mutating func snooze(_ rung: Reminder, until moment: Timestamp, for user: String) {
    guard let zone = rung.alarm?.zone, isMadeBySnooze(rung) else {
      return snoozes.set(Snooze(until: moment, user: user, reminder: rung))
    }
    forgetOwnReminders { $0.isExactly(user) }
    addOwnReminder(at: moment, zone: zone, for: user)
  }

  private mutating func addOwnReminder(at moment: Timestamp, zone: String, for user: String) {
    let reminder = Reminder(Alarm(at: moment, zone: zone))
    // A reminder that somebody has chosen rings for everybody, so no snooze is needed. One that was created for another
    // person's snooze rings for that person only.
    let isChosen = reminders.contains(reminder) && !isMadeBySnooze(reminder)
    reminders.insert(reminder)
    if !isChosen { snoozes.set(Snooze(until: moment, user: user, reminder: reminder)) }
  }

  /// Removes the reminders that were created for snoozes of certain people, and these snoozes. `isMeant` selects the
  /// people by user ID.
  mutating func forgetOwnReminders(of isMeant: (String) -> Bool) {
    let forgotten = snoozes.filter { $0.hasOwnReminder && $0.user.map(isMeant) == true }
    snoozes.subtract(forgotten)
    // Another person may have snoozed until the same moment.
    let others = Set(snoozes.filter(\.hasOwnReminder).compactMap(\.reminder))
    reminders.subtract(Set(forgotten.compactMap(\.reminder)).subtracting(others))
  }

  /// Whether a reminder was created for snoozes, so that it rings only for the people who snoozed.
  public func isMadeBySnooze(_ reminder: Reminder) -> Bool {
    snoozes.contains { $0.mayPutOff(reminder) && $0.hasOwnReminder && $0.reminder == reminder }
  }

  /// Transfers a person's snoozes to the same person's user ID in another account.
  mutating func renameSnoozes(of user: String, to other: String) {
    guard !user.isExactly(other) else { return }
    snoozes.rename(user, to: other)
  }
}
