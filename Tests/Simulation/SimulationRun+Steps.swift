import Core
import Foundation
import Sync
import TestSupport

/// The next step of a story: an edit, a sync round, a change of the weather, or trouble.
extension SimulationRun {
  func step(on computer: Computer) async throws {
    computer.clock.advance(by: .milliseconds(1 + chances.number(0..<5_000)))
    switch chances.number(0..<21) {
    case 0..<10:
      if isSharing, chances.happens(25) {
        try await chances.happens(40) ? answer(on: computer) : share(on: computer)
      } else {
        try await edit(on: computer)
      }
    case 10..<17: try await sync(computer)
    case 17: changeTheWeather()
    case 18: try await together()
    default: try await trouble(computer)
    }
    if computer.disk.isDead, !computer.isBusy {
      log.add("\(computer.name) starts again")
      try await computer.restart()
    }
  }

  /// Synchronises all accounts, the user's own first; sometimes only one of them.
  func sync(_ computer: Computer) async throws {
    guard let accounts = try? await computer.syncAccounts() else { return }
    let isWhole = accounts.count == 1 || chances.happens(60)
    let part = isWhole ? accounts : chances.pick(accounts).map { [$0] } ?? []
    for account in part { try await sync(account, on: computer) }
  }

  func sync(_ account: Account, on computer: Computer) async throws {
    // One engine never runs two rounds at once, but engines of two processes may run at the same time.
    let isBeside = computer.busyAccounts.contains(account.id)
    if isBeside {
      guard computer.otherBusyAccounts.insert(account.id).inserted else { return }
    } else {
      computer.busyAccounts.insert(account.id)
    }
    defer {
      if isBeside {
        computer.otherBusyAccounts.remove(account.id)
      } else {
        computer.busyAccounts.remove(account.id)
      }
    }
    if chances.happens(40) {
      _ = try? await computer.store.releaseUnsentChanges(of: account.id)
    }
    let isPull = chances.happens(70)
    let engine = isBeside ? computer.otherEngine(of: account) : computer.engine(of: account)
    if chances.happens(40) { await announce(to: engine, of: account) }
    let check = await RoundCheck(computer, account)
    let outcome = await engine.syncOnce(pull: isPull, wake: chances.happens(80))
    trespasses += await check?.problems(isGiven: { self.isGiven($0, by: computer) }) ?? []
    // A restored server itself goes back to earlier versions.
    let setBacks = await computer.setBacks(server)
    if lostKeys.isEmpty { trespasses += setBacks }
    log.add(
      "\(computer.name)\(StoryLog.share(account)) syncs\(isBeside ? " beside" : ""), pull \(isPull): \(outcome.end), "
        + "sent \(outcome.sent)")
  }

  /// A live connection announces some records without their versions, including deleted ones.
  private func announce(to engine: SyncEngine, of account: Account) async {
    var versions: [RecordKey: RecordVersion?] = [:]
    for key in server.names(of: tree(of: account))
    where chances.happens(20) && isShown(key, to: account) {
      versions.updateValue(nil, forKey: key)
    }
    _ = await engine.announce(versions)
  }

  /// Whether the queries of an account's live connection find a record.
  private func isShown(_ key: RecordKey, to account: Account) -> Bool {
    guard let share = account.share else { return true }
    let list = server.records(of: share.owner)[key]?["listID"]
    return key.id == share.list.rawValue || list == .string(share.list.rawValue)
  }

  private func changeTheWeather() {
    weather.isSet = chances.happens(60)
    for computer in computers { computer.isStormy.isSet = weather.isSet && chances.happens(50) }
    let refusal = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
    server.fail(
      weather.isSet
        ? chances.pick([
          nil, nil, nil, refusal, .authentication, .transient(cause: .unreachable, retryAfter: nil),
        ])
          ?? nil : nil)
    if chances.happens(50), let key = chances.pick(allKeys()) {
      server.refuse(key, with: weather.isSet ? refusal : nil)
      refused.insert(key)
    }
    if isForgetful, chances.happens(10) { server.expireCursors() }
    log.add("weather: \(weather.isSet)")
  }

  /// All records on the server, of all users.
  private func allKeys() -> [RecordKey] {
    Set(trees.flatMap { records(of: $0).keys }).inOrder()
  }

  private func trouble(_ computer: Computer) async throws {
    let choice = chances.number(0..<8)
    let account =
      try await isSharing || hasSecondAccount ? anyAccount(of: computer) : computer.account
    switch choice {
    case 0: deliverLate()
    case 1: if isForgetful { try? await computer.store.forgetCursors(of: account.id) }
    case 5: try await loseDocuments()
    case 6: try await restoreDocuments()
    case 7: await anotherProgramWrites()
    case 2:
      if !computer.isBusy {
        log.add("\(computer.name) loses power")
        computer.disk.cutPower()
      }
    case 3: try? await computer.store.releaseQuarantined(of: account.id)
    default: await discard(on: computer, account)
    }
  }

  private func anyAccount(of computer: Computer) async throws -> Account {
    chances.pick((try? await computer.syncAccounts()) ?? []) ?? computer.account
  }
}
