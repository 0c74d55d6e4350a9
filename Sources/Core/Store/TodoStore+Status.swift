import Basics

/// The next occurrence of a repeating to-do after the present one was completed or skipped.
public struct NextOccurrence: Hashable, Sendable {
  public let id: TodoID
  /// When it is due next, or starts where nothing is due.
  public let time: CalendarTime
}

extension TodoStore {
  /// Marks a to-do as done or open. Doing it twice changes nothing.
  /// - Returns: the next occurrence of a to-do that repeats and so stays open.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  @discardableResult
  public func setDone(_ id: TodoID, _ isDone: Bool) async throws(StoreError) -> [NextOccurrence] {
    try await setDone([id], isDone)
  }

  /// Marks to-dos as done or open: all of them or none.
  ///
  /// Completing a to-do completes its open subtasks too. A to-do that repeats stays open: it moves to its next
  /// occurrence, and its done subtasks are reopened.
  /// - Returns: the next occurrences.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  @discardableResult
  public func setDone(_ ids: [TodoID], _ isDone: Bool) async throws(StoreError)
    -> [NextOccurrence]
  {
    try await transaction { work in
      var moved: [NextOccurrence] = []
      for id in ids {
        guard isDone else {
          try Self.setStatus(.open, of: id, in: &work) { $0.isDone }
          continue
        }
        if let next = try Self.complete(id, in: &work) { moved.append(next) }
      }
      return moved
    }
  }

  /// Marks to-dos with their subtasks as something that will not be done: all of them or none.
  /// - Throws: as ``setDone(_:_:)-([TodoID],_)``.
  public func cancel(_ ids: [TodoID]) async throws(StoreError) {
    try await transaction { work in
      for id in ids {
        try Self.setStatus(.cancelled, of: id, in: &work) { $0.status != .cancelled }
        try Self.close(try work.subtasks(of: id), as: .cancelled, in: &work)
      }
    }
  }

  /// Moves a repeating to-do to its next occurrence without completing the present one.
  /// - Returns: nil if it does not repeat, or if the occurrence was the last one: the to-do is cancelled then.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  @discardableResult
  public func skipOccurrence(of id: TodoID) async throws(StoreError) -> NextOccurrence? {
    try await transaction { work in
      guard let todo = try work.todo(id) else { throw StoreError.missing }
      guard let step = Self.step(of: todo, isSkipped: true, in: work) else { return nil }
      work.undoStepBuilder?.isSkip = true
      return try Self.advance(id, by: step, at: .cancelled, in: &work)
    }
  }

  /// Whether the next occurrence of a to-do that repeats cannot be computed, so that completing the to-do ends it.
  public func isNextOccurrenceUnknown(of id: TodoID) async throws(StoreError) -> Bool {
    let (now, zone) = (environment.now(), environment.zone())
    return try await read { db in
      guard let todo = try Todo.fetch(db, "WHERE id = ?", [id.rawValue]).first,
        let rule = todo.recurrence, let anchor = rule.anchor(due: todo.due, start: todo.start)
      else { return false }
      return (try? rule.completing(anchor, at: now, local: zone, due: todo.due)) == nil
    }
  }

  // MARK: Parts

  private static func setStatus(
    _ status: Todo.Status, of id: TodoID, in work: inout StoreTransaction,
    where isMeant: (Todo) -> Bool
  ) throws {
    try edit(id, in: &work) { if isMeant($0) { $0.status = status } }
  }

  /// Gives open subtasks the status of the to-do that they are a part of. A subtask that repeats ends with it.
  private static func close(
    _ parts: [TodoID], as status: Todo.Status, in work: inout StoreTransaction
  ) throws {
    for part in parts {
      var ends = false
      try edit(part, in: &work) { todo in
        guard !todo.isDone else { return }
        ends = todo.recurrence != nil && (todo.due ?? todo.start) != nil
        todo.status = status
      }
      if ends { work.undoStepBuilder?.endedRepeats += 1 }
    }
  }

  /// - Returns: the next occurrence of a to-do that repeats.
  private static func complete(_ id: TodoID, in work: inout StoreTransaction) throws
    -> NextOccurrence?
  {
    guard let todo = try work.todo(id) else { throw StoreError.missing }
    if !todo.isDone, let step = step(of: todo, isSkipped: false, in: work) {
      return try advance(id, by: step, at: .done, in: &work)
    }
    try setStatus(.done, of: id, in: &work) { $0.status != .done }
    try close(try work.subtasks(of: id), as: .done, in: &work)
    return nil
  }

  /// Nil for a to-do that does not repeat: without a rule, without a day, or with a rule that cannot be read.
  private static func step(of todo: Todo, isSkipped: Bool, in work: StoreTransaction)
    -> RecurrenceStep?
  {
    guard let rule = todo.recurrence, let anchor = rule.anchor(due: todo.due, start: todo.start)
    else { return nil }
    let (now, zone) = (work.environment.now(), work.environment.zone())
    return isSkipped
      ? try? rule.skipping(anchor, at: now, local: zone, due: todo.due)
      : try? rule.completing(anchor, at: now, local: zone, due: todo.due)
  }

  /// - Parameter last: the status after the last occurrence, which also tells whether the present one was completed.
  private static func advance(
    _ id: TodoID, by step: RecurrenceStep, at last: Todo.Status, in work: inout StoreTransaction
  ) throws -> NextOccurrence? {
    let (now, zone) = (work.environment.now(), work.environment.zone())
    var next: NextOccurrence?
    try edit(id, in: &work) { todo in
      if last == .done, let present = todo.due ?? todo.start {
        todo.completions.insert(Completion(of: present, at: now))
      }
      switch step {
      case .ends: todo.status = last
      case .moves(let time, let rule, let shift):
        todo.move(to: time, by: shift, zone: zone)
        todo.recurrence = rule
        next = NextOccurrence(id: id, time: todo.due ?? time)
      }
    }
    let parts = try work.subtasks(of: id)
    guard next != nil else {
      try close(parts, as: last, in: &work)
      return nil
    }
    for part in parts {
      // Done subtasks start again with each occurrence. Cancelled ones stay cancelled.
      try setStatus(.open, of: part, in: &work) { $0.status == .done }
    }
    return next
  }
}

extension Todo {
  /// Moves everything that belongs to an occurrence to the next one.
  fileprivate mutating func move(to time: CalendarTime, by shift: CalendarShift, zone: ZoneRules) {
    due = due?.moved(by: shift)
    start = start?.moved(by: shift)
    // Reminders that were created for snoozes end with the occurrence.
    forgetOwnReminders { _ in true }
    reminders = Set(
      reminders.map { reminder in
        guard let alarm = reminder.alarm else { return reminder }
        // Other programs give the moment in UTC, whatever zone it was chosen in. It stays at its hour on the clock of
        // the occurrence.
        let name = ZoneName(alarm.zone).flatMap { $0 == .utc ? time.zone : $0 }
        let rules = name.flatMap { ZoneRules($0) } ?? zone
        return Reminder(Alarm(at: shift.moving(alarm.at, in: rules), zone: alarm.zone))
      })
    // They put off reminders of the past occurrence.
    snoozes = []
  }
}
