import Basics
import Core
import Synchronization
import TestSupport

// A server that loses data which it had accepted.

extension SimulationRun {
  /// Some documents, or all of them, disappear without a tombstone.
  func loseDocuments() async throws {
    let isAll = chances.happens(20)
    for user in trees where chances.happens(70) {
      for key in server.names(of: user) where isAll || chances.happens(25) {
        try await lose(key, of: user)
      }
    }
    if chances.happens(40) { try await renameLostList() }
  }

  /// A document disappears without a tombstone.
  func lose(_ key: RecordKey, of user: String?) async throws {
    log.add("the server loses \(key.id)")
    lostKeys.insert(key)
    try await forgiveWhatNobodyHas(of: key, records(of: user)[key] ?? [:], owner: user)
    server.erase(key, of: user)
  }

  /// Gives up values that no computer has. The author may have left the list before anybody read the value, or may
  /// leave it before the loss is noticed.
  private func forgiveWhatNobodyHas(
    of key: RecordKey, _ fields: RecordFields, owner: String?
  ) async throws {
    var held: [(user: String, fields: RecordFields)] = []
    for computer in computers {
      if let here = try await computer.store.allRecords()[key] {
        held.append((computer.user, here))
      }
    }
    for field in Ledger.fields {
      guard let value = fields[field] else { continue }
      let place = Ledger.Place(key: key, field: field)
      let holders = held.filter { $0.fields[field] == value }.map(\.user)
      if holders.isEmpty {
        ledger.giveUp(value, at: place)
      } else if let owner, !holders.contains(owner), let list = Cast.list(of: key, fields) {
        let members = holders.map {
          RecordKey(kind: .member, id: ListMember.id(of: $0, in: list))
        }.filter { !hasEnded($0) }
        endangered.append(
          .init(place: place, value: value, members: members, since: writes.count))
      }
    }
  }

  /// Whether a role was ended by its last write, which the server may have lost too.
  private func hasEnded(_ member: RecordKey) -> Bool {
    let last = writes.all(since: 0).last { $0.key == member }
    return last != nil && last?.after == nil
  }

  /// Gives up lost values that only members of their owner's list had, if all of these members left before the values
  /// were sent again. Nobody keeps copies of what the server has accepted.
  func giveUpWhatLeft() {
    for lost in endangered {
      let later = writes.all(since: lost.since)
      let isBack = later.contains {
        $0.key == lost.place.key && $0.after?[lost.place.field] == lost.value
      }
      let haveLeft = lost.members.allSatisfy { member in
        later.contains { $0.key == member && $0.after == nil }
      }
      if haveLeft, !isBack { ledger.giveUp(lost.value, at: lost.place) }
    }
  }

  /// Documents return to an earlier state. This happens only to documents whose latest state every computer knows: an
  /// edit by a computer that does not know it could not be told from an intended change.
  func restoreDocuments() async throws {
    for user in trees {
      for key in server.names(of: user) where key.kind != .member && chances.happens(40) {
        guard let version = chances.pick(server.earlierVersions(of: key, of: user)),
          let present = server.version(of: key, of: user), version < present,
          let knowing = try await computersKnowing(key, as: present, of: user)
        else { continue }
        log.add("the server has \(key.id) as at v\(version)")
        lostKeys.insert(key)
        hasRestored = true
        let records = records(of: user)
        defer { giveUpWhatIsThereAgain(key, of: user, instead: records[key] ?? [:]) }
        undone[.init(user: user, key: key)] = .init(
          version: version, fields: records[key] ?? [:], knowing: knowing)
        server.restore(key, to: version, of: user)
      }
    }
  }

  /// Gives up values that the server has again by mistake. If somebody wants such a value again, nothing is sent for
  /// it.
  private func giveUpWhatIsThereAgain(
    _ key: RecordKey, of user: String?, instead before: RecordFields
  ) {
    let present = records(of: user)[key] ?? [:]
    for field in Ledger.fields where present[field] != before[field] {
      if let value = present[field] { ledger.giveUp(value, at: .init(key: key, field: field)) }
    }
  }

  /// Late calls arrive. A call based on the older state that the server has again was made without knowing the latest
  /// state.
  func deliverLate() {
    for (change, user) in server.late {
      let user = isSharing ? user : user.isEmpty ? nil : user
      if isTaken(change, of: user) { giveUpUndone(change.key, of: user, by: nil) }
    }
    server.deliverLate()
  }

  /// Whether a change is based on the state that the server has.
  func isTaken(_ change: PendingChange, of user: String?) -> Bool {
    guard let present = server.version(of: change.key, of: user),
      case .version(let tag) = change.precondition
    else { return false }
    // A late call has the version tag as the server parsed it, a call being sent has it as the backend writes it.
    return tag == "v\(present)" || isOnWire && SimulatedFirestore.version(ofTag: tag) == present
  }

  /// Another program of the user writes a new title, or a to-do with an ID of its own form.
  func anotherProgramWrites() async {
    guard let user = chances.pick(trees) else { return }
    let records = records(of: user)
      .sorted { $0.key.id.precedesExactly($1.key.id) }
    guard let (key, before) = chances.pick(records.filter { $0.key.kind == .todo }) else { return }
    var fields = before
    fields["content"] = .string(unique("other"))
    var name = key
    if chances.happens(30) {
      // Two of these IDs look the same but differ.
      name = RecordKey(
        kind: .todo, id: chances.pick(["caf\u{e9}", "cafe\u{301}", "ü %2F", "~~~~"]) ?? "~")
      // As everywhere, records of two users must not have the same ID, even if the server has lost one of them.
      guard !trees.contains(where: { server.names(of: $0).contains(name) }),
        otherNames[name, default: user] == user
      else { return }
      otherNames.updateValue(user, forKey: name)
      fields["notes"] = .string("")
      for field in Self.laterFields where chances.happens(50) { fields[field] = nil }
    }
    mangle(&fields)
    log.add("another program writes \(name.id)")
    if name == key { giveUpUndone(key, of: user, by: nil) }
    occurrences.note(name, name == key ? before : nil, fields, by: "another program")
    sets.note(
      name, before: name == key ? before : nil, after: fields,
      isUnanswered: await isUnanswered(name))
    ledger.note(
      name, before: name == key ? before : nil, after: fields, by: "another program")
    server.write(name, fields, of: user)
  }

  private static let laterFields = [
    "start", "reminders", "snoozes", "recurrence", "completions", "parent", "tags", "url",
  ]

  /// Gives up the later values of a restored record when somebody writes to it. If nobody has corrected the older state
  /// yet, and the writer never knew the latest one, the edit cannot be told from an intended change, and the older
  /// values stand (decision 0025).
  /// - Parameter computer: the name of the writer; nil for the other program, which knows nothing.
  func giveUpUndone(_ key: RecordKey, of user: String?, by computer: String?) {
    guard let state = undone[.init(user: user, key: key)],
      server.version(of: key, of: user) == state.version,
      computer.map({ !state.knowing.contains($0) }) ?? true
    else { return }
    for field in Ledger.fields {
      if let value = state.fields[field] { ledger.giveUp(value, at: .init(key: key, field: field)) }
    }
  }

  /// The computers that know a version. Nil if a computer knows another version, or if a computer of the record's user
  /// does not know it.
  private func computersKnowing(_ key: RecordKey, as version: Int64, of user: String?) async throws
    -> Set<String>?
  {
    var knowing: Set<String> = []
    for computer in computers {
      let known = try await computer.store.column(
        "SELECT ordinal FROM syncBase WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'")
      let versions = known.map { text in
        let ordinal = Int64(text) ?? 0
        return computer.isOnWire ? SimulatedFirestore.version(ofOrdinal: ordinal) : ordinal
      }
      if versions.contains(where: { $0 != version }) { return nil }
      if known.isEmpty, !isSharing || computer.user == user { return nil }
      if !known.isEmpty { knowing.insert(computer.name) }
    }
    return knowing
  }
}

/// The latest state of a record of which the server has brought back an older state.
struct UndoneState {
  struct Place: Hashable {
    let user: String?
    let key: RecordKey
  }

  /// The older version, which is the present one until somebody writes.
  let version: Int64
  /// The fields that the record had before.
  let fields: RecordFields
  /// The computers that knew the latest state. Another computer may learn of the older state only, if its user takes
  /// part in the list.
  let knowing: Set<String>
}

/// A value that the server lost when none of its owner's computers had it.
struct EndangeredValue {
  let place: Ledger.Place
  let value: FieldValue
  /// The roles of the users who had it, except those that had ended already.
  let members: [RecordKey]
  /// The number of writes before the loss.
  let since: Int
}

/// All writes to the server, in order.
final class WriteLog: Sendable {
  typealias Write = (key: RecordKey, after: RecordFields?, tree: String)

  private let writes = Mutex<[Write]>([])

  var count: Int { writes.withLock { $0.count } }

  func all(since start: Int) -> [Write] { writes.withLock { Array($0.dropFirst(start)) } }

  func add(_ key: RecordKey, _ after: RecordFields?, in tree: String) {
    writes.withLock { $0.append((key, after, tree)) }
  }

  /// Whether a record was deleted in one tree after another one had received it, as a move does.
  func isMoved(_ key: RecordKey, from tree: String) -> Bool {
    let own = all(since: 0).filter { $0.key == key }
    guard let last = own.lastIndex(where: { $0.tree == tree && $0.after == nil }) else {
      return false
    }
    return own[..<last].contains { $0.tree != tree && $0.after != nil }
  }

  /// All trees to which a record's value was ever written.
  func trees(with value: FieldValue, of field: String, in key: RecordKey) -> Set<String> {
    Set(all(since: 0).filter { $0.key == key && $0.after?[field] == value }.map(\.tree))
  }
}
