import Core

/// The occurrences to which repeating to-dos were advanced, to check that each advance happened exactly once.
///
/// Only to-dos that nobody changed in another way are tracked: they were made to repeat, completed and skipped.
struct OccurrenceLedger {
  /// The days on which a to-do may be due.
  private var reached: [RecordKey: Set<FieldValue>] = [:]
  private var skipped: Set<RecordKey> = []
  private var givenUp: Set<RecordKey> = []

  /// The computers that changed the schedule of a to-do in another way.
  private var touched: [RecordKey: Set<String>] = [:]

  /// A to-do was made to repeat. It is not tracked if another computer may have changed it without knowing of that, or
  /// if it repeats from its completion, since it may then come to the same day twice.
  mutating func begin(_ key: RecordKey, _ fields: RecordFields, by computer: String) {
    var isFromCompletion = false
    if case .recurrence(let rule)? = fields["recurrence"] {
      isFromCompletion = rule.isFromCompletion
    }
    guard !isFromCompletion, reached[key] == nil,
      touched[key]?.subtracting([computer]).isEmpty ?? true, let due = fields["due"]
    else { return giveUp(key) }
    reached[key] = [due]
  }

  mutating func giveUp(_ key: RecordKey) { givenUp.insert(key) }

  /// A to-do was completed or skipped.
  mutating func advance(_ key: RecordKey, to fields: RecordFields, isSkipped: Bool) {
    guard reached[key] != nil, let due = fields["due"] else { return }
    reached[key]?.insert(due)
    if isSkipped { skipped.insert(key) }
  }

  /// The to-do was changed in any other way.
  mutating func note(
    _ key: RecordKey, _ before: RecordFields?, _ after: RecordFields?, by computer: String
  ) {
    let names = ["due", "start", "recurrence", "completions", "status"]
    guard before != nil, names.contains(where: { before?[$0] != after?[$0] }) else { return }
    touched[key, default: []].insert(computer)
    if reached[key] != nil { giveUp(key) }
  }

  func problems(
    _ trees: [[RecordKey: RecordFields]], _ writes: WriteLog,
    except isExcused: (RecordKey) -> Bool
  ) -> [String] {
    let written = writes.all(since: 0)
    // The user who made it repeat may have lost the right to write before it was sent.
    func isWritten(_ key: RecordKey) -> Bool {
      written.contains { write in
        write.key == key
          && write.after?["due"].map { reached[key]?.contains($0) == true } ?? false
      }
    }

    return reached.keys.inOrder().flatMap { key -> [String] in
      let found = trees.compactMap { $0[key] }
      guard !givenUp.contains(key), !isExcused(key), isWritten(key), found.count == 1,
        let due = found[0]["due"],
        found[0]["status"] == .string("open"), found[0]["recurrence"] ?? .null != .null
      else { return [] }
      var problems: [String] = []
      if reached[key]?.contains(due) == false {
        problems.append("\(key.id) is at \(due), to which nobody advanced it")
      }
      let completed = (found[0]["completions"]?.members ?? []).compactMap {
        Completion(text: $0.text).occurrence.map(FieldValue.time)
      }
      // Skipping leaves no trace in the record.
      if completed.contains(due), !skipped.contains(key) {
        problems.append("\(key.id) is at \(due), which is completed")
      }
      return problems
    }
  }
}
