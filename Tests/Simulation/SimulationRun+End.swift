import Core
import Sync
import TestSupport

// The end of a run: faults stop, and all computers synchronise until nothing changes any more.

extension SimulationRun {
  func calmDown() async throws -> [String] {
    log.add("calm")
    server.during(nil)
    weather.isSet = false
    server.fail(nil)
    // The last write of another program is what all computers have to show at the end.
    if isOnWire, !isSharing, chances.happens(60) { await anotherProgramWrites() }
    for key in refused { server.refuse(key, with: nil) }
    // A lost document is noticed at once, an older state within a day. A lost role also takes a day, because when
    // documents are counted, an invitation that no computer keeps may stand in for it.
    let hasLostRole = lostKeys.contains { $0.kind == .member }
    if hasRestored || hasLostRole || chances.happens(30) {
      for computer in computers { computer.clock.advance(by: .seconds(25 * 60 * 60)) }
    }
    // A user who is asked about unsent changes of an earlier session lets them be sent. Refused changes are reported in
    // a dialog, which most users close; one in ten users retries.
    let isTryingAgain = chances.happens(10)
    for computer in computers {
      computer.isStormy.isSet = false
      if computer.disk.isDead { try await computer.restart() }
      for account in try await computer.syncAccounts() {
        try await computer.store.releaseUnsentChanges(of: account.id)
        // Checked before the user acts: only refused records may be quarantined.
        for record in try await computer.store.column(
          "SELECT record FROM syncRetry WHERE record <> '' AND account = '\(account.id.rawValue)'")
        where !computer.refusals.all.contains(where: { $0.id == record }) {
          trespasses.append("\(computer.name) quarantines \(record), which was never refused")
        }
        if isTryingAgain { try await computer.store.releaseQuarantined(of: account.id) }
      }
    }
    var problems = try await becomeQuiet()
    if isSharing, chances.happens(50) {
      try await letEverybodyWrite()
      problems += try await becomeQuiet()
    }
    giveUpWhatLeft()
    return problems + (try await FinalCheck(self).problems())
  }

  /// Two devices that moved a to-do in opposite directions may react to each other several times before one of them
  /// gives way.
  private static let roundLimit = 12

  /// Synchronises all computers until nothing is written any more.
  private func becomeQuiet() async throws -> [String] {
    var problems: [String] = []
    for round in 0..<Self.roundLimit {
      deliverLate()
      // After this time, nothing can become visible late any more.
      server.passTime(40)
      problems = []
      let before = (server.writes, try await lastEntries())
      for computer in computers { problems += try await finish(computer, round) }
      let isQuiet = try await (server.writes, lastEntries()) == before
      if problems.isEmpty, round > (isOnWire ? 2 : 0), isQuiet { break }
      if round == Self.roundLimit - 1 { problems.append("it never becomes quiet") }
    }
    return problems
  }

  /// The last outbox entries: what is read for one account may have to be sent to another one that was synchronised
  /// before.
  private func lastEntries() async throws -> [[String]] {
    var entries: [[String]] = []
    for computer in computers { entries.append(try await computer.store.lastOutboxEntry()) }
    return entries
  }

  /// Synchronises all accounts of a computer, including shared lists that appear meanwhile.
  private func finish(_ computer: Computer, _ round: Int) async throws -> [String] {
    var problems: [String] = []
    var done: Set<AccountID> = []
    while let account = try await computer.syncAccounts().first(where: { !done.contains($0.id) }) {
      done.insert(account.id)
      let outcome = await computer.engine(of: account).syncOnce(pull: true, wake: true)
      log.add("\(computer.name)\(StoryLog.share(account)) ends round \(round): \(outcome.end)")
      let refused = try await stuck(account, on: computer)
      if try await isKeptOut(account, on: computer) { continue }
      if outcome.end != .finished || !outcome.refusals.allSatisfy({ refused.contains($0.key) }) {
        problems.append(
          "\(computer.name)\(StoryLog.share(account)): round \(round) ended with \(outcome)")
      }
    }
    return problems
  }
}

extension TodoStore {
  /// The number of the latest outbox entry, in any account.
  func lastOutboxEntry() async throws -> [String] {
    try await column("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
  }
}
