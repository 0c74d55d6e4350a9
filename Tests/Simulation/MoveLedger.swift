import Core

/// Records who moved which to-do, to decide whether a to-do may be in two places at the end.
///
/// It may be if two computers moved or restored it without knowing of each other, if the user who moved it lost the
/// right to delete it at the old place, or if that user deleted it while it was in both places: in each of them, an
/// edit beats a deletion.
struct MoveLedger {
  private var movers: [RecordKey: Set<String>] = [:]
  /// The computers that sent a to-do to a tree without it while another tree had it, or a tombstone of it.
  private var senders: [RecordKey: Set<String>] = [:]
  private var excused: Set<RecordKey> = []
  /// The lists out of which or into which a to-do was moved. An edit at the old place brings the to-do back there, and
  /// then it is deleted at the new one.
  private var places: [RecordKey: Set<String>] = [:]

  mutating func note(_ key: RecordKey, between lists: [String], by computer: String) {
    movers[key, default: []].insert(computer)
    places[key, default: []].formUnion(lists)
  }

  /// A user deleted a to-do.
  /// - Parameter others: the lists in which the server has it.
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

  /// Whether two computers moved or restored a to-do, so that two records without a common base exist.
  func isMovedTwice(_ key: RecordKey) -> Bool {
    movers[key, default: []].union(senders[key, default: []]).count > 1
  }

  func problems(
    _ trees: [[RecordKey: RecordFields]], _ run: SimulationRun, except isStuck: (RecordKey) -> Bool
  ) -> [String] {
    // A user who no longer takes part in a list, or may only read it, cannot delete anything there.
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
