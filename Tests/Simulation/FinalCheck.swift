import Core

/// What must be so when everything has gone quiet.
struct FinalCheck {
  private let run: SimulationRun

  init(_ run: SimulationRun) {
    self.run = run
  }

  func problems() async throws -> [String] {
    let present = run.server.records
    var problems: [String] = []
    for computer in run.computers {
      problems += try await differences(computer, from: present)
      problems += try await leftBehind(computer)
      problems += try await falseConflicts(computer)
    }
    problems += orphans(present) + duplicates(present) + run.ledger.haunting(present)
    problems += run.ledger.lost(present: present, listed: try await listed())
    return problems
  }

  /// Every computer holds what the server holds.
  private func differences(_ computer: Computer, from present: [RecordKey: RecordFields])
    async throws -> [String]
  {
    let here = try await computer.store.allRecords()
    var problems: [String] = []
    for key in Set(here.keys).union(present.keys).sorted(by: { $0.id < $1.id }) {
      guard let there = present[key] else {
        problems.append("\(computer.name) has \(key.id), the server has not")
        continue
      }
      guard let mine = here[key] else {
        problems.append("\(computer.name) lacks \(key.id)")
        continue
      }
      for name in there.keys.sorted() where mine[name] != there[name] {
        let values = "\(mine[name] ?? .null) instead of \(there[name] ?? .null)"
        problems.append("\(computer.name) has \(key.id) with \(name) \(values)")
      }
    }
    return problems
  }

  /// Nothing waits, nothing is noted as under way.
  private func leftBehind(_ computer: Computer) async throws -> [String] {
    var problems: [String] = []
    for table in ["outbox", "syncAttempt", "syncRetry"] {
      for record in try await computer.store.column("SELECT record FROM \(table)") {
        problems.append("\(computer.name) has \(record) left in \(table)")
      }
    }
    return problems
  }

  /// A computer must not take its own write for somebody else's.
  private func falseConflicts(_ computer: Computer) async throws -> [String] {
    let discarded = Set(
      try await computer.store.trashedFields().flatMap { $0.fields.values })
    var problems: [String] = []
    for conflict in try await computer.store.recentConflicts() {
      for field in Ledger.fields {
        guard let value = conflict.lost[field], !discarded.contains(value),
          run.ledger.author(of: value) == computer.name
        else { continue }
        problems.append("\(computer.name) lists its own \(value) as a conflict")
      }
    }
    return problems
  }

  /// Every to-do is in a list.
  private func orphans(_ present: [RecordKey: RecordFields]) -> [String] {
    present.compactMap { key, fields in
      guard key.kind == .todo, case .string(let list)? = fields["listID"],
        present[RecordKey(kind: .list, id: list)] == nil
      else { return nil }
      return "\(key.id) is in no list"
    }.sorted()
  }

  /// Titles are unique when they are made, so one that stands twice was doubled.
  private func duplicates(_ present: [RecordKey: RecordFields]) -> [String] {
    var seen: [FieldValue: Int] = [:]
    for (key, fields) in present where key.kind == .todo {
      if let content = fields["content"] { seen[content, default: 0] += 1 }
    }
    return seen.filter { $0.value > 1 }.map { "\($0.key) stands \($0.value) times" }.sorted()
  }

  /// The values that gave way and can be seen by the user.
  private func listed() async throws -> [Ledger.Place: Set<FieldValue>] {
    var listed: [Ledger.Place: Set<FieldValue>] = [:]
    for computer in run.computers {
      for conflict in try await computer.store.recentConflicts() {
        for (field, value) in conflict.lost {
          listed[.init(key: conflict.key, field: field), default: []].insert(value)
        }
      }
      for (key, fields) in try await computer.store.trashedFields() {
        for (field, value) in fields {
          listed[.init(key: key, field: field), default: []].insert(value)
        }
      }
    }
    return listed
  }
}
