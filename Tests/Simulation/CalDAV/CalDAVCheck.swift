import Core
import Sync
import TestSupport

/// What must hold on a CalDAV server and on its computers at the end of a run.
struct CalDAVCheck {
  private let run: CalDAVRun

  init(_ run: CalDAVRun) {
    self.run = run
  }

  func problems() async throws -> [String] {
    var problems: [String] = []
    var stuck: [String: CalDAVStuck] = [:]
    for computer in run.computers {
      let own = try await CalDAVStuck(on: computer)
      stuck[computer.name] = own
      problems += try await leftBehind(computer, except: own)
      problems += quarantinedUnrefused(computer, own)
      problems += try await falseConflicts(computer)
    }
    let all = CalDAVStuck(stuck.values)
    problems += try await differences(except: stuck)
    problems += try await unreported()
    problems += doubles() + comebacks(except: all)
    problems += run.ledger.lost(kept: try await kept(with: stuck))
    return problems + run.trespasses + run.server.confusions
  }

  /// Every computer must have what a new, empty computer reads from the server.
  /// - Parameter stuck: the changes that stay unsent for good, by computer.
  private func differences(except stuck: [String: CalDAVStuck]) async throws -> [String] {
    let fresh = try await CalDAVComputer(
      name: "f", chances: run.chances, skew: .zero, makeWire: run.wire)
    let outcome = await fresh.engine.syncOnce(pull: true, wake: true)
    guard outcome.end == .finished else { return ["a new computer ends with \(outcome)"] }
    let expected = try await fresh.store.allRecords()
    var problems = differencesFromServer(expected)
    for computer in run.computers {
      let found = try await recordsByUID(of: computer)
      for key in Set(found.keys).union(expected.keys).inOrder() {
        if stuck[computer.name]?.excuses(key, found[key], expected[key]) == true { continue }
        guard let mine = found[key] else {
          problems.append("\(computer.name) lacks \(key.id)")
          continue
        }
        guard let there = expected[key] else {
          problems.append("\(computer.name) has \(key.id), the server has not")
          continue
        }
        for name in Set(there.keys).union(mine.keys).sorted()
        where there[name] != mine[name] && (key.kind != .list || Self.shownOfLists.contains(name)) {
          let values = "\(mine[name] ?? .null) instead of \(there[name] ?? .null)"
          problems.append("\(computer.name) has \(key.id) with \(name) \(values)")
        }
      }
    }
    try fresh.store.close()
    return problems
  }

  /// A computer's records, with to-dos keyed by UID. A to-do that was found while another one had the same UID, as
  /// after the server was restored from a backup, keeps the ID that it got then.
  private func recordsByUID(of computer: CalDAVComputer) async throws -> [RecordKey: RecordFields] {
    var records = try await computer.store.allRecords()
    var paths: [String: RecordKey] = [:]
    for found in try await computer.store.column(
      "SELECT record || char(10) || path FROM remoteResource WHERE kind = 'todo'")
    {
      let parts = found.split(separator: "\n", maxSplits: 1).map(String.init)
      paths[parts[1]] = CalDAVRun.key(parts[0])
    }
    for (collection, name, resource) in run.readable {
      let path = SimulatedCalDAV.home + collection + "/" + name
      let uid = CalDAVRun.key(resource.uid)
      guard let key = paths[path], key != uid, records[uid] == nil else { continue }
      records[uid] = records.removeValue(forKey: key)
    }
    return records
  }

  /// The fields of a list that a calendar contains; all others stay on each computer (docs/decisions/0052).
  private static let shownOfLists: Set<String> = ["name", "colour"]

  /// The records must match the server's texts as another program reads them.
  private func differencesFromServer(_ records: [RecordKey: RecordFields]) -> [String] {
    var problems: [String] = []
    var names: Set<String> = []
    for (_, _, resource) in run.readable {
      names.insert(resource.uid)
      guard let fields = records[CalDAVRun.key(resource.uid)] else {
        problems.append("\(resource.uid) is not read")
        continue
      }
      for (name, value) in CalDAVRun.fields(resource) where fields[name] != value {
        problems.append("\(resource.uid) is read with \(name) \(fields[name] ?? .null)")
      }
    }
    for key in records.keys where key.kind == .todo && !names.contains(key.id) {
      problems.append("\(key.id) is read, and is not there")
    }
    return problems.sorted()
  }

  /// No record may be left in the outbox, in flight or quarantined, except those that stay unsent for good.
  private func leftBehind(_ computer: CalDAVComputer, except stuck: CalDAVStuck) async throws
    -> [String]
  {
    var problems: [String] = []
    let ids = Set(stuck.keys.map(\.id))
    for table in ["outbox", "inFlightWrite", "syncRetry"] {
      for record in try await computer.store.column("SELECT record FROM \(table)")
      where !ids.contains(record) {
        problems.append("\(computer.name) has \(record) left in \(table)")
      }
    }
    return problems
  }

  /// A computer may quarantine only records that the server has refused.
  private func quarantinedUnrefused(_ computer: CalDAVComputer, _ stuck: CalDAVStuck) -> [String] {
    stuck.refused.subtracting(computer.refusals.all).map {
      "\(computer.name) quarantines \($0.id), which was never refused"
    }.sorted()
  }

  /// Unreadable resources must be unchanged, and each computer must report as many as there are.
  private func unreported() async throws -> [String] {
    let present = run.server.resources.filter { CalDAVRun.isRubbish($0.name) }
    var problems = present.filter { run.rubbish[$0.name] != $0.resource.text }.map {
      "\($0.name) is not as another program wrote it"
    }
    for computer in run.computers {
      let count = try await computer.store.unreadableRecords(of: computer.account.id).count
      if count != present.count {
        problems.append("\(computer.name) cannot read \(count) instead of \(present.count)")
      }
    }
    return problems
  }

  private func doubles() -> [String] {
    var names: [FieldValue: Int] = [:]
    var titles: [FieldValue: Int] = [:]
    for (_, _, resource) in run.readable {
      names[.string(resource.uid), default: 0] += 1
      if let title = resource.lines["SUMMARY"] { titles[.string(title), default: 0] += 1 }
    }
    titles = titles.filter { !run.ledger.isCopied($0.key) }
    return names.merging(titles) { max($0, $1) }.filter { $0.value > 1 }
      .map { "\($0.key) is there more than once" }.sorted()
  }

  private func comebacks(except stuck: CalDAVStuck) -> [String] {
    let present = Set(run.readable.map { CalDAVRun.key($0.resource.uid) })
    return run.gone.intersection(present).subtracting(stuck.keys).map { "\($0.id) came back" }
      .sorted()
  }

  private func falseConflicts(_ computer: CalDAVComputer) async throws -> [String] {
    let discarded = Set(try await computer.store.trashedFields().flatMap { $0.fields.values })
    return try await computer.store.recentConflicts().flatMap { conflict in
      Ledger.fields.compactMap { field in
        guard let value = conflict.lost[field], !discarded.contains(value),
          !run.restored.contains(value),
          // A computer that creates a deleted list again may know only an earlier name.
          conflict.key.kind != .list
            || conflict.kept[field].map({
              !run.ledger.isReplaced($0, at: .init(key: conflict.key, field: field))
            }) ?? true,
          !computer.abandonedValues.contains(value),
          run.ledger.author(of: value) == computer.name
        else { return nil }
        return "\(computer.name) lists its own \(value) as a conflict"
      }
    }
  }

  /// All values on the server, in changes that stay unsent for good, and in what a computer can still show.
  private func kept(with stuck: [String: CalDAVStuck]) async throws
    -> [Ledger.Place: Set<FieldValue>]
  {
    var kept: [Ledger.Place: Set<FieldValue>] = [:]
    for (_, _, resource) in run.readable {
      for (field, value) in CalDAVRun.fields(resource) {
        kept[.init(key: CalDAVRun.key(resource.uid), field: field), default: []].insert(value)
      }
    }
    for computer in run.computers {
      let records = try await computer.store.allRecords()
      for (key, fields) in records where key.kind == .list {
        fields["name"].map { _ = kept[.init(key: key, field: "name"), default: []].insert($0) }
      }
      for (key, fields) in records where stuck[computer.name]?.excuses(key, fields) == true {
        for (field, value) in fields {
          kept[.init(key: key, field: field), default: []].insert(value)
        }
      }
      for conflict in try await computer.store.recentConflicts() {
        for (field, value) in conflict.lost {
          kept[.init(key: conflict.key, field: field), default: []].insert(value)
        }
      }
      for (key, fields) in try await computer.store.trashedFields() {
        for (field, value) in fields {
          kept[.init(key: key, field: field), default: []].insert(value)
        }
      }
    }
    return kept
  }
}
