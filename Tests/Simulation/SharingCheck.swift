import Core

/// What must hold at the end on a computer if several users share lists.
struct SharingCheck {
  private let run: SimulationRun
  private let computer: Computer
  /// The IDs of records that stay unsent for good.
  private let stuck: Set<String>
  private let answers: QuarantinedAnswers
  /// The answers that stay unsent for good on any computer of the user.
  private let userAnswers: QuarantinedAnswers

  /// - Parameter userStuck: the records that stay unsent for good on any computer of the same user.
  init(
    _ run: SimulationRun, _ computer: Computer, except stuck: Set<RecordKey>,
    userStuck: Set<RecordKey>
  ) {
    self.run = run
    self.computer = computer
    self.stuck = Set(stuck.map(\.id))
    answers = QuarantinedAnswers(stuck)
    userAnswers = QuarantinedAnswers(userStuck)
  }

  func problems() async throws -> [String] {
    try await shares() + invitations() + members() + remains() + leaks() + hidden() + outlived()
      + unsent()
  }

  /// The roles on the computer must be those on the server.
  private func shares() async throws -> [String] {
    let here = Set(try await computer.syncAccounts().compactMap(\.share))
    let there = run.cast.shares(of: computer.user)
    let isExcused = { (share: Account.Share) in answers.concern(share.list, of: share.owner) }
    return
      (here.subtracting(there).filter { !isExcused($0) }
      .map { "\(computer.name) takes part in \($0) by mistake" }
      + there.subtracting(here).filter { !isExcused($0) }
      .map { "\(computer.name) does not know of \($0)" }).sorted()
  }

  /// The computer must ask about exactly those invitations to which the server has no answer.
  private func invitations() async throws -> [String] {
    let here = Set(
      try await computer.store.invitations().filter { $0.id.account == computer.account.id }
        .map { Cast.Invitation(owner: $0.id.owner, list: $0.id.list) })
    let there = run.cast.invitations(of: computer.user)
    let isExcused = { (invitation: Cast.Invitation) in
      answers.concern(invitation.list, of: invitation.owner)
        || answers.concernInvitations(by: invitation.owner)
    }
    return
      (here.subtracting(there).filter { !isExcused($0) }
      .map { "\(computer.name) asks about \($0) by mistake" }
      + there.subtracting(here).filter { !isExcused($0) }
      .map { "\(computer.name) does not ask about \($0)" }).sorted()
  }

  private func members() async throws -> [String] {
    let here = Set(
      try await computer.store.column("SELECT id || ' as ' || role FROM member ORDER BY id"))
    let view = run.cast.view(of: computer.user).filter { $0.key.kind == .member }
    let there = Set(
      view.map { key, fields in
        guard case .string(let role)? = fields["role"] else { return key.id }
        return key.id + " as " + role
      })
    let isExcused = { (line: String) in
      stuck.contains { line.hasPrefix($0 + " as ") }
        || line.lastIndex(of: ":").map { answers.concern(ListID(rawValue: String(line[..<$0]))) }
          == true
    }
    return
      (here.subtracting(there).filter { !isExcused($0) }
      .map { "\(computer.name) has the member \($0)" }
      + there.subtracting(here).filter { !isExcused($0) }
      .map { "\(computer.name) lacks the member \($0)" }).sorted()
  }

  /// Nothing of a removed account may be left.
  private func remains() async throws -> [String] {
    let tables = [
      "list", "todo", "member", "consent", "outbox", "syncBase", "syncComparison", "syncCursor",
      "inFlightWrite", "syncRetry", "syncState", "formerValues",
    ]
    var problems: [String] = []
    for table in tables {
      let accounts = try await computer.store.column(
        """
        SELECT DISTINCT account FROM \(table)
          WHERE account IS NOT NULL AND account NOT IN (SELECT id FROM account) ORDER BY account
        """)
      problems += accounts.map { "\(computer.name) has something of \($0) left in \(table)" }
    }
    return problems
  }

  /// The computer may know only the user's own records, and those that the user could see at some time.
  private func leaks() async throws -> [String] {
    let ids = try await computer.store.column(
      """
      SELECT 'list ' || id FROM list UNION SELECT 'todo ' || id FROM todo
        UNION SELECT 'member ' || id FROM member
        UNION SELECT kind || ' ' || record FROM syncBase WHERE kind <> 'membership'
        UNION SELECT kind || ' ' || record FROM trash
        UNION SELECT kind || ' ' || record FROM syncConflict ORDER BY 1
      """)
    let own = run.computers.filter { $0.user == computer.user }.map(\.name)
    return ids.compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, let kind = RecordKind(rawValue: parts[0]) else { return nil }
      let key = RecordKey(kind: kind, id: parts[1])
      if own.contains(where: { key.id.hasPrefix($0) }) { return nil }
      // The first list, and its members.
      if key.id.hasPrefix(ListID.first(of: computer.account.id).rawValue) { return nil }
      if run.server.wasEverVisible(key, to: computer.user) { return nil }
      return "\(computer.name) knows \(line), which its user never could see"
    }
  }

  /// No answer to an ended invitation may be left on the server. An invitation that the server lost has not ended. An
  /// answer may be left if the server refused its withdrawal: only the computer that withdrew it can retry, because for
  /// the user's other computers the answer is the agreed base.
  private func outlived() -> [String] {
    run.records(of: computer.user).keys.filter { $0.kind == .consent }.compactMap { key in
      guard let fields = run.records(of: computer.user)[key],
        let list = Cast.list(of: key, fields), case .string(let owner)? = fields["user"],
        run.cast.invitation(of: computer.user, into: list, of: owner) == nil,
        case let member = RecordKey(
          kind: .member, id: ListMember.id(of: computer.user, in: list)),
        run.lostKeys.isDisjoint(with: [key, member]), !userAnswers.concern(list, of: owner)
      else { return nil }
      return "\(computer.user) has an answer to \(owner) left about \(list.rawValue)"
    }.sorted()
  }

  /// Changes that were refused for lack of a role must be sent once everybody may write.
  private func unsent() async throws -> [String] {
    guard run.mayEverybodyWrite else { return [] }
    var problems: [String] = []
    for account in try await computer.syncAccounts() {
      // Nobody may write as long as the server has no acceptance.
      guard let share = account.share, share.role == .writer,
        run.cast.role(of: computer.user, in: share.list, of: share.owner) == .writer
      else { continue }
      let records = run.records(of: share.owner)
      guard records[RecordKey(kind: .list, id: share.list.rawValue)] != nil else { continue }
      problems += try await computer.store.column(
        """
        SELECT record FROM syncRetry WHERE account = '\(account.id.rawValue)' AND kind = 'todo'
          ORDER BY record
        """
      ).compactMap { id in
        let key = RecordKey(kind: .todo, id: id)
        // A to-do that was moved out of the list is out of reach, even if it was deleted in the other list.
        let list = run.server.list(of: key, of: share.owner)
        guard !run.refused.contains(key), !computer.refusedLikeAll.all.contains(key),
          list == nil || list == share.list
        else { return nil }
        return "\(computer.name) quarantines \(id), although everybody may write"
      }
    }
    return problems
  }

  /// Users hide no lists in these runs, so only lists that they have left may be hidden.
  private func hidden() async throws -> [String] {
    let hidden = Set(try await computer.store.column("SELECT list FROM hiddenList"))
    return run.cast.shares(of: computer.user).map(\.list)
      .filter { !stuck.contains(ListMember.id(of: computer.user, in: $0)) }
      .map(\.rawValue).filter(hidden.contains).sorted()
      .map { "\(computer.name) hides \($0), in which its user takes part" }
  }
}
