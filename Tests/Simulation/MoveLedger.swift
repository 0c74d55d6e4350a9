import Core

/// Who moved what, to find out whether a to-do may be in two places in the end.
///
/// It may if two computers moved it or put it back without knowing of each other, if its mover lost the right to
/// delete it where it was, or deleted it while it was in both places: an edit beats a delete in each of them.
struct MoveLedger {
  private var movers: [RecordKey: Set<String>] = [:]
  /// Who sent a to-do to a place that did not have it when another one knew it.
  private var senders: [RecordKey: Set<String>] = [:]
  private var excused: Set<RecordKey> = []
  /// The lists that a to-do was moved out of or into: an edit in its old place brings it back there, and then it is deleted
  /// in the new one.
  private var places: [RecordKey: Set<String>] = [:]

  mutating func note(_ key: RecordKey, between lists: [String], by computer: String) {
    movers[key, default: []].insert(computer)
    places[key, default: []].formUnion(lists)
  }

  /// Somebody deleted a to-do.
  /// - Parameter others: the lists in which the servers have it.
  mutating func noteDeleted(
    _ key: RecordKey, in list: String, others: [String], by computer: String
  ) {
    guard movers[key]?.contains(computer) == true, others.contains(where: { $0 != list }) else {
      return
    }
    excused.insert(key)
  }

  mutating func noteSent(_ key: RecordKey, by computer: String) {
    senders[key, default: []].insert(computer)
  }

  mutating func excuse(_ key: RecordKey) { excused.insert(key) }

  func isMoved(_ key: RecordKey) -> Bool { movers[key] != nil }

  /// Whether two computers moved a to-do or put it back, so that two records were made of one without a common base.
  func isMovedTwice(_ key: RecordKey) -> Bool {
    movers[key, default: []].union(senders[key, default: []]).count > 1
  }

  func problems(
    _ trees: [[RecordKey: RecordFields]], _ run: SimulationRun, except isStuck: (RecordKey) -> Bool
  ) -> [String] {
    // Who takes part no longer in a list, or may only read it, can delete nothing in it.
    let roles = run.writes.all(since: 0).filter { write in
      write.key.kind == .member && write.after?["role"] != .string("writer")
        || write.key.kind == .consent && write.after?["choice"] != .string("accepted")
    }.map(\.key.id)
    let isAnyAnswerLost = run.lostKeys.contains { $0.kind != .todo }
    return movers.keys.inOrder().compactMap { key in
      guard trees.count(where: { $0[key] != nil }) > 1, !isMovedTwice(key),
        !excused.contains(key), !isStuck(key), !run.lostKeys.contains(key), !isAnyAnswerLost,
        places[key]?.contains(where: { list in roles.contains { $0.contains(list) } }) != true
      else { return nil }
      return "\(key.id) is in two places"
    }
  }
}
