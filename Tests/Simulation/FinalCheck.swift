import Basics
import Core

/// What must hold at the end of a run.
struct FinalCheck {
  private let run: SimulationRun

  init(_ run: SimulationRun) {
    self.run = run
  }

  func problems() async throws -> [String] {
    let trees = run.trees.map(run.records(of:))
    var problems: [String] = []
    var kept = try await listed()
    var stuckOfUser: [String: Set<RecordKey>] = [:]
    for computer in run.computers {
      stuckOfUser[computer.user, default: []].formUnion(try await stuck(on: computer))
    }
    let allStuck = stuckOfUser.values.reduce(into: Set<RecordKey>()) { $0.formUnion($1) }
    for computer in run.computers {
      // If the deletion of a member record was refused, the member of a deleted list still has the list.
      let ended = allStuck.filter { $0.kind == .member }.compactMap { member in
        member.id.lastIndex(of: ":").map { RecordKey(kind: .list, id: String(member.id[..<$0])) }
      }
      // If the server lost a list and its owner cannot send it again, the list's members still have it.
      let lost = allStuck.filter { $0.kind == .list && run.lostKeys.contains($0) }
      let stuck = try await stuck(on: computer).union(ended).union(lost)
      problems += try await differences(computer, except: stuck)
      problems += try await leftBehind(computer, except: stuck)
      problems += try await neededNoMore(computer)
      problems += try await falseConflicts(computer)
      problems += try await falseAgreements(computer, except: stuck)
      problems += try await countedElsewhere(computer, except: stuck)
      problems += try await quarantinedUnrefused(computer)
      if run.isSharing {
        problems += try await SharingCheck(
          run, computer, except: stuck, userStuck: stuckOfUser[computer.user] ?? []
        ).problems()
      }
      try await keepUnsent(of: computer, stuck, in: &kept)
    }
    for present in trees {
      problems += orphans(present, except: allStuck) + duplicates(present)
      problems += membersOfNothing(present, except: allStuck)
      // An undo in a list that the user may no longer write takes effect only on that computer.
      problems += run.ledger.haunting(present) { place, value in
        run.lostKeys.contains(place.key) || allStuck.contains(place.key)
          || run.isInTwoPlaces(place.key)
          // A computer that creates a record again does not know values that replaced earlier ones before the deletion.
          || run.deletions.returned(place.key).contains { $0[place.field] == value }
          || run.moves.isMovedTwice(place.key)
          || run.isSharing && kept.keys.contains { $0.key == place.key }
      }
      for (key, fields) in present {
        for (field, value) in fields {
          kept[.init(key: key, field: field), default: []].insert(value)
        }
      }
    }
    if allStuck.isEmpty { problems += try await differentTrees(trees) }
    var copies: [(key: RecordKey, fields: RecordFields)] = []
    for computer in run.computers { copies += try await computer.store.trashedFields() }
    problems += run.sets.problems(trees, copies: copies, returned: run.returnedByMove) {
      allStuck.contains($0) || run.lostKeys.contains($0) || run.moves.isMovedTwice($0)
    }
    problems += run.moves.problems(trees, run) { allStuck.contains($0) }
    problems += run.occurrences.problems(trees, run.writes) {
      allStuck.contains($0) || run.lostKeys.contains($0)
    }
    // If two users moved a to-do, one of them may have deleted the list into which the other had moved it.
    problems += run.deletions.vanished.subtracting(run.lostKeys)
      .filter { !run.moves.isMovedTwice($0) }
      .map { "\($0.id) was deleted where it was, and nowhere else yet" }.sorted()
    for computer in run.computers {
      problems += computer.trespasses.all.map(\.id).inOrder().map {
        "\(computer.name) sent \($0), which was quarantined"
      }
    }
    return problems + run.ledger.lost(kept: kept) + run.trespasses + run.server.confusions
  }

  /// The records that stay unsent for good, in the user's own accounts and in other people's lists.
  private func stuck(on computer: Computer) async throws -> Set<RecordKey> {
    var stuck: Set<RecordKey> = []
    for account in try await computer.syncAccounts() {
      stuck.formUnion(try await run.stuck(account, on: computer))
    }
    return stuck
  }

  /// Adds values that only this computer has and that are therefore not lost: records of no account, records that stay
  /// unsent for good, and records in a list that cannot be read again because the user's consent stays unsent.
  private func keepUnsent(
    of computer: Computer, _ stuck: Set<RecordKey>, in kept: inout [Ledger.Place: Set<FieldValue>]
  ) async throws {
    let local = try await localIDs(of: computer)
    let answers = QuarantinedAnswers(stuck)
    for (key, fields) in try await computer.store.allRecords()
    where local.contains(ExactText(key.id)) || stuck.contains(key)
      || Cast.list(of: key, fields).map({ answers.concern($0) }) == true
    {
      for (field, value) in fields {
        kept[.init(key: key, field: field), default: []].insert(value)
      }
    }
  }

  private func localIDs(of computer: Computer) async throws -> Set<ExactText> {
    try await computer.names(
      "SELECT id FROM todo WHERE account IS NULL UNION SELECT id FROM list WHERE account IS NULL")
  }

  /// Every computer must have exactly what its user must see on the server.
  private func differences(_ computer: Computer, except stuck: Set<RecordKey>)
    async throws -> [String]
  {
    let present =
      run.isSharing
      ? run.cast.view(of: computer.user).filter { !$0.key.kind.isAboutOthers }
      : run.trees.map(run.records(of:)).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let local = try await localIDs(of: computer)
    let here = try await computer.store.allRecords().filter {
      !local.contains(ExactText($0.key.id))
    }
    var problems: [String] = []
    let answers = QuarantinedAnswers(stuck)
    for key in Set(here.keys).union(present.keys).subtracting(stuck).inOrder()
    // Of a to-do in two places, only one is shown; MoveLedger checks whether it may be in both.
    where !run.isInTwoPlaces(key) {
      if let list = Cast.list(of: key, here[key] ?? present[key] ?? [:]), answers.concern(list) {
        continue
      }
      guard let there = present[key] else {
        problems.append("\(computer.name) has \(key.id), the server has not")
        continue
      }
      guard let mine = here[key] else {
        problems.append("\(computer.name) lacks \(key.id)")
        continue
      }
      for name in there.keys.sorted() where !Self.says(there[name], mine[name]) {
        let values = "\(mine[name] ?? .null) instead of \(there[name] ?? .null)"
        problems.append("\(computer.name) has \(key.id) with \(name) \(values)")
      }
    }
    return problems
  }

  /// Whether a computer reads a server's value correctly. A value of the wrong type counts as no value.
  private static func says(_ there: FieldValue?, _ mine: FieldValue?) -> Bool {
    guard there != mine else { return true }
    switch (there, mine) {
    case (.integer, .set(let members)), (.bool, .set(let members)), (.null, .set(let members)):
      return members.isEmpty
    case (.integer, .null), (.bool, .null): return true
    default: return false
    }
  }

  /// All computers must show the same tree without cycles, and the same to-dos as done as the server.
  private func differentTrees(_ onServer: [[RecordKey: RecordFields]]) async throws -> [String] {
    var shown: [TodoID: (parent: TodoID?, computer: String)] = [:]
    var problems: [String] = []
    for computer in run.computers {
      var todos: [Todo] = []
      for key in try await computer.store.allRecords().keys.inOrder()
      where key.kind == .todo {
        if let todo = try await computer.store.todo(TodoID(rawValue: key.id)) { todos.append(todo) }
      }
      let parents = TodoTree.parents(of: todos)
      for todo in todos {
        // Compares the row itself, not the fields that are derived from it for sending.
        let found = onServer.compactMap { $0[SimulationRun.key(todo.id)]?["status"] }
        if todo.account != nil, found.count == 1, found[0] != .string(todo.status.rawValue) {
          problems.append(
            "\(computer.name) shows \(todo.id) as \(todo.status), and sent \(found[0])")
        }
        var place: TodoID? = todo.id
        for _ in 0...todos.count { place = place.flatMap { parents[$0] } }
        if place != nil { problems.append("\(computer.name) shows \(todo.id) in a cycle") }
        guard !run.isSharing else { continue }
        // A to-do in two places is shown in only one of them.
        let names = [todo.id, parents[todo.id]].compactMap(\.self).map(SimulationRun.key)
        if names.contains(where: { run.isInTwoPlaces($0) }) { continue }
        if let other = shown[todo.id], other.parent != parents[todo.id] {
          problems.append("\(computer.name) shows \(todo.id) elsewhere than \(other.computer)")
        }
        shown[todo.id] = (parents[todo.id], computer.name)
      }
    }
    return problems
  }

  /// No record may be left in the outbox, in flight or quarantined.
  private func leftBehind(_ computer: Computer, except stuck: Set<RecordKey>)
    async throws -> [String]
  {
    var excused = Set(stuck.map { ExactText($0.id) })
    for account in try await computer.syncAccounts() {
      // A list that cannot be read has an entry without a record.
      if try await run.isKeptOut(account, on: computer) { excused.insert("") }
    }
    var problems: [String] = []
    for table in ["outbox", "inFlightWrite", "syncRetry"] {
      for record in try await computer.store.column("SELECT record FROM \(table)")
      where !excused.contains(ExactText(record)) {
        problems.append("\(computer.name) has \(record) left in \(table)")
      }
    }
    return problems
  }

  /// A refused deletion must not keep waiting after somebody else has deleted the record.
  private func neededNoMore(_ computer: Computer) async throws -> [String] {
    try await computer.store.column(
      """
      SELECT record FROM outbox JOIN syncBase USING (account, kind, record)
        WHERE fields IS NULL AND record NOT IN (SELECT record FROM inFlightWrite)
          AND record NOT IN (SELECT id FROM todo UNION ALL SELECT id FROM list)
          AND kind IN ('todo', 'list')
      """
    ).map { "\(computer.name) waits to delete \($0), which is deleted" }
  }

  /// Every base must be the server's present state.
  private func falseAgreements(_ computer: Computer, except stuck: Set<RecordKey>)
    async throws -> [String]
  {
    let answers = QuarantinedAnswers(stuck)
    return try await computer.bases().compactMap { base in
      if let share = base.account.share, answers.concern(share.list, of: share.owner) { return nil }
      let present = run.server.version(of: base.key, for: computer.client(of: base.account))
      guard base.version != present, !stuck.contains(base.key) else { return nil }
      // For an invitation by a blocked person, only the end of an earlier invitation is kept.
      if base.key.kind == .membership, let owner = base.key.sharedBy?.owner,
        answers.concernInvitations(by: owner)
          || run.cast.consent(of: computer.user, to: owner, nil) == .blocked
      {
        return nil
      }
      // Strangers may write any number of invitations; if they do not fit on the pages that are read, not all are
      // compared.
      if base.key.kind == .membership, present == nil, invitations(to: computer.user) >= 8 {
        return nil
      }
      let states = "state \(base.version ?? 0) of \(base.key.kind) \(base.key.id)"
      return "\(computer.name) agreed on \(states) instead of \(present ?? 0)"
    }
  }

  /// An account that stands for a shared list must have no base of a to-do that is in another list of the server,
  /// deleted or not.
  private func countedElsewhere(_ computer: Computer, except stuck: Set<RecordKey>)
    async throws -> [String]
  {
    var problems: [String] = []
    for base in try await computer.bases() {
      guard base.key.kind == .todo, let share = base.account.share, !stuck.contains(base.key),
        let list = run.server.list(of: base.key, of: share.owner), list != share.list,
        // A user who is no longer admitted gets no news of the list.
        try await computer.store.accountRetry(of: base.account.id) == nil
      else { continue }
      problems.append(
        "\(computer.name) counts \(base.key.id) in \(share.list.rawValue), and it is in \(list.rawValue)"
      )
    }
    return problems
  }

  private func invitations(to user: String) -> Int {
    run.trees.flatMap { run.server.names(of: $0) }.count {
      $0.kind == .member && $0.id.hasSuffix(":" + user)
    }
  }

  /// Only records that the server has refused individually may be quarantined.
  private func quarantinedUnrefused(_ computer: Computer) async throws -> [String] {
    let refused = Set(computer.refusals.all.map(\.id))
    return try await computer.store.column("SELECT record FROM syncRetry WHERE record <> ''")
      .filter { !refused.contains($0) }
      .map { "\(computer.name) quarantines \($0), which was never refused" }
  }

  /// A computer must not report its own write as a conflict with somebody else. It may do so if its user discarded all
  /// edits of the record before the write was answered, or restored an older copy over it: the write then counts as the
  /// server's state, whoever made it.
  private func falseConflicts(_ computer: Computer) async throws -> [String] {
    let discarded = Set(
      try await computer.store.trashedFields().flatMap { $0.fields.values })
    var problems: [String] = []
    for conflict in try await computer.store.recentConflicts()
    // For lost records, nothing shows any more which state is based on which.
    where !run.lostKeys.contains(conflict.key) && !run.moves.isMovedTwice(conflict.key) {
      for field in Ledger.fields {
        guard let value = conflict.lost[field], !discarded.contains(value),
          !computer.abandonedValues.contains(value),
          run.ledger.author(of: value) == computer.name,
          // A computer that creates the record again may also bring earlier values.
          run.deletions.returned(conflict.key).isEmpty,
          !run.isCarriedAlong(value, of: field, in: conflict.key),
          // If a to-do is moved out of sight, its base is no longer readable.
          !run.isGiven(conflict.key, by: computer)
        else { continue }
        problems.append("\(computer.name) lists its own \(value) as a conflict")
      }
    }
    return problems
  }

  /// Every to-do must be in a list. There are two exceptions: a to-do whose deletion was refused after the deletion of
  /// its list was accepted; and a to-do whose list was lost or deleted and then refused when it was sent again, which
  /// waits until somebody retries. For a to-do in two places, another program may also have edited the one that is not
  /// shown after its list was deleted.
  private func orphans(
    _ present: [RecordKey: RecordFields], except stuck: Set<RecordKey>
  ) -> [String] {
    present.compactMap { key, fields in
      guard key.kind == .todo, !stuck.contains(key), case .string(let list)? = fields["listID"],
        case let list = RecordKey(kind: .list, id: list), present[list] == nil,
        !stuck.contains(list), !run.isInTwoPlaces(key)
      else { return nil }
      return "\(key.id) is in no list"
    }.sorted()
  }

  /// A deleted list must have no members, unless the server lost the list or a member record, or has refused the
  /// deletion.
  private func membersOfNothing(
    _ present: [RecordKey: RecordFields], except stuck: Set<RecordKey>
  ) -> [String] {
    present.compactMap { key, fields in
      guard key.kind == .member, let list = Cast.list(of: key, fields),
        case let place = RecordKey(kind: .list, id: list.rawValue), present[place] == nil,
        stuck.isDisjoint(with: [key, place]), run.lostKeys.isDisjoint(with: [key, place])
      else { return nil }
      return "\(key.id) takes part in no list"
    }.sorted()
  }

  /// Titles are unique when they are typed, so a title that occurs twice was duplicated.
  private func duplicates(_ present: [RecordKey: RecordFields]) -> [String] {
    var seen: [FieldValue: Int] = [:]
    for (key, fields) in present where key.kind == .todo {
      if let content = fields["content"] { seen[content, default: 0] += 1 }
    }
    return seen.filter { $0.value > 1 && !run.ledger.isCopied($0.key) }.map {
      "\($0.key) stands \($0.value) times"
    }.sorted()
  }

  /// The values that gave way in a merge and that the user can still see.
  private func listed() async throws -> [Ledger.Place: Set<FieldValue>] {
    var listed: [Ledger.Place: Set<FieldValue>] = [:]
    for computer in run.computers {
      for conflict in try await computer.store.recentConflicts() {
        for (field, value) in conflict.lost {
          listed[.init(key: conflict.key, field: field), default: []].insert(value)
        }
      }
      // A copy of a list that was deleted elsewhere does not make up for an edit that the deleting device did not know
      // of. A copy of a list that the user gave up does, and so does one whose name could not be known because the
      // server had lost it.
      let reasons = try await computer.store.column("SELECT reason FROM trash ORDER BY id")
      for ((key, fields), reason) in zip(try await computer.store.trashedFields(), reasons)
      where key.kind != .list || reason != "deletedElsewhere" || run.lostKeys.contains(key) {
        for (field, value) in fields {
          listed[.init(key: key, field: field), default: []].insert(value)
        }
      }
    }
    return listed
  }
}
