import Basics

extension Todo {
  /// Checks and normalises what a person typed or chose, and sets the time of completion.
  ///
  /// Values that are the same as before stay as they are: what another program wrote need not follow the rules for
  /// typed text.
  /// - Parameter before: nil for a new to-do.
  /// - Throws: ``StoreError/blank``, ``StoreError/textTooLong(limit:)``, ``StoreError/tooMany(limit:)``,
  ///   ``StoreError/unsuitable``.
  mutating func checkTyped(since before: Todo?, at now: Timestamp) throws(StoreError) {
    if before.map({ !content.isExactly($0.content) }) ?? true {
      guard let title = TodoContent.normalized(content) else { throw .blank }
      content = try title.limited(to: TodoContent.maximumBytes)
    }
    if before.map({ !notes.isExactly($0.notes) }) ?? true {
      notes = try TodoContent.normalizedNotes(notes).limited(to: TodoContent.maximumBytes)
    }
    try checkTypedTags(since: before)
    let newReminders = reminders.subtracting(before?.reminders ?? [])
    guard newReminders.isEmpty || reminders.count <= Reminder.mostTyped else {
      throw .tooMany(limit: Reminder.mostTyped)
    }
    guard newReminders.allSatisfy({ $0.trigger != nil }) else { throw .unsuitable }
    if completions != before?.completions {
      completions = Set(texts: SetLimits.bounded(completions.texts))
    }
    if snoozes != before?.snoozes { snoozes = Set(texts: SetLimits.bounded(snoozes.texts)) }
    if recurrence != before?.recurrence { _ = try recurrence?.text.limited(to: Self.longestRule) }
    if !url.isExactly(before?.url) { url = try url.flatMap(Self.typedLink) }
    if parent == id, before?.parent != id { throw .unsuitable }
    guard status != (before?.status ?? .open) else { return }
    if completedAt == before?.completedAt { completedAt = isDone ? now : nil }
  }

  /// The longest recurrence rule, in UTF-8 bytes; no device reads a longer one.
  static let longestRule = 4_096

  private mutating func checkTypedTags(since before: Todo?) throws(StoreError) {
    let known = before?.tags ?? []
    let new = tags.subtracting(known)
    guard !new.isEmpty else { return }
    tags.formIntersection(known)
    for tag in new {
      guard let text = TodoTag.normalized(tag.text) else { continue }
      tags.insert(ExactText(try text.limited(to: TodoTag.maximumBytes)))
    }
    guard tags.count <= TodoTag.mostTyped else { throw .tooMany(limit: TodoTag.mostTyped) }
  }

  private static func typedLink(_ typed: String) throws(StoreError) -> String? {
    guard let url = TodoContent.normalized(typed) else { return nil }
    return try url.limited(to: TodoLink.maximumBytes)
  }
}

extension String {
  /// - Parameter limit: UTF-8 bytes.
  fileprivate func limited(to limit: Int) throws(StoreError) -> String {
    guard utf8.count <= limit else { throw .textTooLong(limit: limit) }
    return self
  }
}
