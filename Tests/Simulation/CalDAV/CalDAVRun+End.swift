import Core
import Sync
import TestSupport

// The end of a run: faults stop, and all computers synchronise until nothing changes any more.

extension CalDAVRun {
  func calmDown() async throws -> [String] {
    log.add("calm")
    isCalm = true
    weather.isSet = false
    server.takeNewCalendars()
    for collection in server.collections.keys { server.setReadOnly(collection, false) }
    for computer in computers {
      computer.isStormy.isSet = false
      // All requested pauses have ended. What a backup took back without a sign is found within a day.
      computer.clock.advance(by: .seconds(server.habits.recountsChanges ? 24 * 3600 : 3600))
      if computer.disk.isDead { try await computer.restart() }
      try await computer.store.releaseUnsentChanges(of: computer.account.id)
      if isTryingAgain {
        try await computer.store.releaseQuarantined(of: computer.account.id)
      }
    }
    let problems = try await becomeQuiet()
    return problems + (try await CalDAVCheck(self).problems())
  }

  private func becomeQuiet() async throws -> [String] {
    var problems: [String] = []
    for round in 0..<10 {
      problems = []
      let before = (server.writes, try await lastEntries())
      for computer in computers { problems += try await finish(computer, round) }
      let isQuiet = try await (server.writes, lastEntries()) == before
      if problems.isEmpty, round > 1, isQuiet { break }
      if round == 9 { problems.append("it never becomes quiet") }
    }
    return problems
  }

  private func lastEntries() async throws -> [[String]] {
    var entries: [[String]] = []
    for computer in computers { entries.append(try await computer.store.lastOutboxEntry()) }
    return entries
  }

  private func finish(_ computer: CalDAVComputer, _ round: Int) async throws -> [String] {
    // Rounds are a minute apart, because what was read about the calendars less than ten seconds ago may be reused once
    // (docs/decisions/0060).
    computer.clock.advance(by: .seconds(60))
    let outcome = await sync(computer, pull: true, wake: true)
    log.add("\(computer.name) ends round \(round): \(outcome.end), held \(outcome.held.count)")
    // The user answers the questions about missing to-dos. A user who retries refused changes discards those that are
    // refused several times.
    for held in outcome.held { await answer(held, on: computer, isKeeping: round < 4) }
    var problems: [String] = []
    for refusal in outcome.refusals where isTryingAgain {
      log.add("\(computer.name) is refused \(refusal)")
      problems.append("\(computer.name) is refused \(refusal.key.id): \(refusal.problem)")
      if round > 2 {
        await discard(on: computer, refusal.key)
      } else {
        try await computer.store.releaseQuarantined(of: computer.account.id)
      }
    }
    if outcome.end != .finished {
      problems.append("\(computer.name): round \(round) ended with \(outcome.end)")
    }
    if !outcome.held.isEmpty { problems.append("\(computer.name): \(outcome.held.count) held") }
    return problems
  }
}
