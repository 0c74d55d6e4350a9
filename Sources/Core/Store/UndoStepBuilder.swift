/// What a command has changed so far, on the way to an ``UndoStep``.
///
/// Deleting a list can delete 100 000 to-dos in one transaction, so edits are found by index and removed without
/// shifting the rest.
struct UndoStepBuilder {
  /// Whether the command skips an occurrence.
  var isSkip = false
  /// See ``UndoStep/endedRepeats``.
  var endedRepeats = 0
  /// In the order in which they were made; nil where two have cancelled each other out.
  private var edits: [UndoStep.Edit?] = []
  /// The index in ``edits`` of each record's own change.
  private var places: [RecordKey: Int] = [:]

  var step: UndoStep {
    UndoStep(edits: edits.compactMap(\.self), isSkip: isSkip, endedRepeats: endedRepeats)
  }

  /// Adds a change; several of one record become one.
  mutating func add(_ key: RecordKey, _ title: String, _ change: UndoStep.Edit.Change) {
    let edit = UndoStep.Edit(key: key, title: title, change: change)
    guard edit.isOfRecord else {
      edits.append(edit)
      return
    }
    guard let place = places[key], let first = edits[place]?.change else {
      places[key] = edits.count
      edits.append(edit)
      return
    }
    if let both = Self.combined(first, change) {
      edits[place] = UndoStep.Edit(key: key, title: title, change: both)
    } else {
      edits[place] = nil
      places[key] = nil
    }
  }

  /// Moves what was added for a record to the record's new identifier.
  mutating func rename(_ key: RecordKey, to new: RecordKey) {
    guard let place = places.removeValue(forKey: key), let edit = edits[place] else { return }
    edits[place] = UndoStep.Edit(key: new, title: edit.title, change: edit.change)
    places[new] = place
  }

  /// Two changes of one record as one; nil if they cancel each other out.
  private static func combined(
    _ first: UndoStep.Edit.Change, _ second: UndoStep.Edit.Change
  ) -> UndoStep.Edit.Change? {
    switch (first, second) {
    case (.added, .changed): .added
    case (.added, .deleted): nil
    case (.changed(let before, let between), .changed(let other, let after)):
      .changed(
        before: other.merging(before) { $1 },
        after: between.merging(after) { $1 })
    case (.member(let before, _), .member(_, let after)): .member(before: before, after: after)
    case (.answer(let before, _), .answer(_, let after)): .answer(before: before, after: after)
    default: second
    }
  }
}
