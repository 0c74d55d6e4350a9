import Core
import Sync
import TestSupport

// How a run ends: nothing goes wrong any more, and everything is synchronised until nothing is left to do.

extension CalDAVRun {
  func calmDown() async throws -> [String] {
    log.add("calm")
    isCalm = true
    weather.isSet = false
    server.takeNewCalendars()
    for collection in server.collections.keys { server.setReadOnly(collection, false) }
    for computer in computers {
      computer.isStormy.isSet = false
      // What was asked to wait has waited.
      computer.clock.advance(by: .seconds(3600))
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
    // Rounds are a minute apart. What was told of the calendars ten seconds ago may serve one more (docs/decisions/0060).
    computer.clock.advance(by: .seconds(60))
    let outcome = await sync(computer, pull: true, wake: true)
    log.add("\(computer.name) ends round \(round): \(outcome.end), held \(outcome.held.count)")
    // A person says what becomes of what is missing. Whoever tries again gives up what the server has refused several times.
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
