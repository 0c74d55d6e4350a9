import Core
import Foundation
import Sync
import Synchronization
import TestSupport

/// Two or three computers, one server and everything that can go wrong, all from one seed.
///
/// They belong to one user, or to several who let each other take part in their lists.
///
/// Nothing runs side by side: what happens "meanwhile" happens inside a call to the server. So a seed
/// always tells the same story.
public final class SimulationRun {
  public let seed: UInt64
  /// Whether there are several users.
  public let isSharing: Bool
  let chances: Chances
  let server = SimulatedServer()
  var computers: [Computer] = []
  var ledger = Ledger()
  var sets = SetLedger()
  var counter = 0
  /// What each user can undo and redo.
  var undoable: [String: [UndoStep]] = [:]
  var redoable: [String: [UndoStep]] = [:]
  var withdrawals: [(Ledger.Place, FieldValue)] = []
  /// Edits that should not have been possible.
  var trespasses: [String] = []
  /// Whether requests go through the backend and the JSON of Cloud Firestore.
  let isOnWire: Bool
  /// Whether somebody who is alone has a second account, at the same server, on every computer.
  let hasSecondAccount: Bool
  /// Whether the databases are files, opened as the application opens them. They tell the same stories as those
  /// in memory and take six times as long, so few seeds have them.
  let isOnFiles: Bool
  /// Whether the server ever refuses a cursor, and users have everything read again. The real one practically
  /// never does, and what is read again hides what was missed.
  let isForgetful: Bool
  /// What the server lost, or brought back as it was before.
  var lostKeys: Set<RecordKey> = []
  /// The lists that a computer was told to have arrived, and that had not; with its name before them.
  var falselyAnswered: Set<String> = []
  /// What was brought back as it was before, as it was last.
  var undone: [UndoneState.Place: UndoneState] = [:]
  /// What the server lost before its owner had it.
  var endangered: [EndangeredValue] = []
  let writes = WriteLog()
  let deletions = DeletionLog()
  var moves = MoveLedger()
  var occurrences = OccurrenceLedger()
  /// What happens when the server has answered the next request of a kind.
  var onAnswer: (isMeant: (SimulatedServer.Call) -> Bool, act: () async -> Void)?
  /// What happens when the next request comes to the server.
  var onArrival: (() async -> Void)?
  /// Chooses among the orders of things that are brought about; nil where none is. The other stories stay as they were.
  let orders: Chances?
  /// The same of orders that were added later. No known seed of somebody who is alone has them.
  let laterOrders: Chances?
  /// The same of those that were added last. No known seed at all has them.
  let latestOrders: Chances?
  /// Says when a guest moves what was made again; nil where that is not brought about. No seed that was known
  /// before has it.
  let guestMoves: Chances?
  /// The same of when somebody puts off what may only be read.
  let readerSnoozes: Chances?
  /// Whether nothing happens but what is being brought about.
  var isUndisturbed = false
  /// What goes wrong with a request, whatever the weather.
  var planFault: ((SimulatedServer.Call) -> SimulatedServer.Fault?)?
  /// Whether every owner has let all who take part write in the end.
  var mayEverybodyWrite = false
  /// What is being done to a to-do that repeats.
  var repeating: Repeating?
  /// The to-dos that another program made, and in whose tree.
  var otherNames: [RecordKey: String?] = [:]
  /// Whether something was brought back as it was before.
  var hasRestored = false
  let weather = Flag()
  /// How deep something that happens inside a call may go on.
  private var depth = 0
  let log: StoryLog

  /// - Parameters:
  ///   - isSharing: whether there are several users; nil lets the seed decide.
  ///   - isOnFiles: whether the databases are files; nil lets the seed decide.
  ///   - tell: is given each step in words.
  public init(
    seed: UInt64, isSharing: Bool? = nil, isOnFiles: Bool? = nil,
    tell: (@Sendable (String) -> Void)? = nil
  ) {
    self.seed = seed
    self.isSharing = isSharing ?? seed.isMultiple(of: 2)
    self.isOnFiles = isOnFiles ?? seed.isMultiple(of: 25)
    chances = Chances(seed: seed)
    orders = seed % 5 == 2 ? Chances(seed: ~seed) : nil
    laterOrders = !self.isSharing && seed % 11 == 9 ? Chances(seed: ~seed) : nil
    latestOrders = (self.isSharing ? seed % 24 == 16 : seed % 20 == 3) ? Chances(seed: ~seed) : nil
    guestMoves = self.isSharing && seed % 30 == 10 ? Chances(seed: ~seed) : nil
    readerSnoozes = self.isSharing && seed % 42 == 22 ? Chances(seed: ~seed) : nil
    isForgetful = chances.happens(15)
    isOnWire = chances.happens(40)
    hasSecondAccount = !self.isSharing && !isOnWire && chances.happens(60)
    log = StoryLog(tell)
  }

  /// Plays the story.
  /// - Returns: what went wrong in the end; empty if nothing did.
  public func play() async throws -> [String] {
    let folder = isOnFiles ? try Self.makeFolder(seed) : nil
    defer { if let folder { try? FileManager.default.removeItem(atPath: folder) } }
    let me = Meanwhile(self)
    for place in isSharing ? try sharingPlaces() : alonePlaces() {
      computers.append(
        try await Computer(
          name: place.name, user: place.user, isSharing: isSharing, folder: folder, server: server,
          chances: chances, skew: .seconds(3600 * place.hours), isOnWire: isOnWire,
          second: hasSecondAccount ? Self.secondUser : nil,
          willSend: { me.sending($0, to: $1, by: place.name) },
          wasAnswered: { me.answered($0, for: $1, by: place.name) }))
    }
    if isSharing { try await beginSharing() }
    if hasSecondAccount { try await beginTwoAccounts() }
    prepareServer()
    let (log, writes) = (log, writes)
    let deletions = deletions
    server.watchWrites { write in
      writes.add(write.key, write.after, in: write.tree)
      deletions.note(write)
      let change = StoryLog.change(write.key, write.before, write.after)
      log.add("  server\(write.tree.isEmpty ? "" : " of " + write.tree): " + change)
    }
    let steps = 20 + chances.number(0..<50)
    for _ in 0..<steps {
      guard let computer = chances.pick(computers) else { continue }
      try await step(on: computer)
      if let orders, orders.happens(15) { try await playOrder(orders) }
      if let laterOrders, laterOrders.happens(15) { try await playLaterOrder(laterOrders) }
      if let latestOrders, latestOrders.happens(15) { try await playLatestOrder(latestOrders) }
      if let guestMoves, guestMoves.happens(10) { try await undisturbed(moveWhatWasMadeAgain) }
      if let readerSnoozes, readerSnoozes.happens(10) { try await undisturbed(snoozeAsReader) }
    }
    let failures = try await calmDown()
    for computer in computers { try computer.store.close() }
    return failures
  }

  /// Whose computer it is, and how wrong its clock goes.
  typealias Place = (name: String, user: String, hours: Int)

  private func alonePlaces() -> [Place] {
    let all: [Place] = [("a", "u", 0), ("b", "u", -7), ("c", "u", 5)]
    return Array(all.prefix(2 + chances.number(0..<2)))
  }

  /// A folder on a disk in memory, where there is one: a run makes thousands of commits.
  private static func makeFolder(_ seed: UInt64) throws -> String {
    let disk =
      FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let folder =
      disk + "/optimist-simulation-\(ProcessInfo.processInfo.processIdentifier)-\(seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  // MARK: Whose records

  /// The user of the second account of somebody who is alone.
  static let secondUser = "second"

  /// Whose trees the server has; nil is that of who is alone.
  var trees: [String?] {
    if isSharing { return users }
    return hasSecondAccount ? [nil, Self.secondUser] : [nil]
  }

  /// The tree that an account is about.
  func tree(of account: Account) -> String? {
    if isSharing { return account.share?.owner ?? account.user }
    return account.user == Self.secondUser ? account.user : nil
  }

  func records(of tree: String?) -> [RecordKey: RecordFields] {
    tree.map(server.records(of:)) ?? server.records
  }

  // MARK: The server and the weather

  private func prepareServer() {
    let chances = chances
    let weather = weather
    let isForgetful = isForgetful
    let me = Meanwhile(self)
    server.chooseFaults { call in
      if let fault = me.plannedFault(call) { return fault }
      guard weather.isSet, chances.happens(30) else { return nil }
      switch chances.number(0..<10) {
      case 0, 1: return .loseAnswer
      case 2:
        return .refuse(
          .transient(cause: chances.happens(50) ? .unreachable : .interrupted, retryAfter: nil))
      case 3: return .refuse(.transient(cause: .unavailable(status: 503), retryAfter: nil))
      case 4: return .refuse(.transient(cause: .unavailable(status: 429), retryAfter: .seconds(2)))
      case 5: return .refuse(.protocolViolation(detail: "cut off"))
      case 6: return .delay
      case 7: return .duplicate
      case 8: return isForgetful ? .expireCursor : .pass
      default: return .pass
      }
    }
    server.during { call, moment in await me.something(during: call, moment) }
  }

  fileprivate func arrived() async {
    guard let act = onArrival else { return }
    onArrival = nil
    await act()
  }

  fileprivate func answered(_ call: SimulatedServer.Call) async {
    guard let (isMeant, act) = onAnswer, isMeant(call) else { return }
    onAnswer = nil
    await act()
  }

  /// What happens while a computer waits for the server: its user edits on, another computer does
  /// something, a late call arrives.
  func somethingMeanwhile() async {
    guard depth < 2, chances.happens(12) else { return }
    depth += 1
    defer { depth -= 1 }
    log.add("meanwhile:")
    if chances.happens(20) { deliverLate() }
    guard let computer = chances.pick(computers) else { return }
    do {
      if computer.isBusy, chances.happens(isSharing ? 50 : 70) {
        try await edit(on: computer)
      } else {
        try await step(on: computer)
      }
    } catch {
      log.add("  failed: \(error)")
    }
  }

  // MARK: One step

  private func step(on computer: Computer) async throws {
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

  /// Synchronises all that is there, the user's own first; sometimes only a part of it.
  func sync(_ computer: Computer) async throws {
    guard let accounts = try? await computer.syncAccounts() else { return }
    let isWhole = accounts.count == 1 || chances.happens(60)
    let part = isWhole ? accounts : chances.pick(accounts).map { [$0] } ?? []
    for account in part { try await sync(account, on: computer) }
  }

  func sync(_ account: Account, on computer: Computer) async throws {
    // One engine is not asked twice at once, others may be.
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
    // A server that was restored goes back itself.
    let setBacks = await computer.setBacks(server)
    if lostKeys.isEmpty { trespasses += setBacks }
    log.add(
      "\(computer.name)\(StoryLog.share(account)) syncs\(isBeside ? " beside" : ""), pull \(isPull): \(outcome.end), "
        + "sent \(outcome.sent)")
  }

  /// A live connection tells of some records, without their versions; of deleted ones as well.
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

  var refused: Set<RecordKey> = []

  /// What the server holds, of whomever.
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

/// What runs inside a call.
private final class Meanwhile: @unchecked Sendable {
  // Unchecked: a run is played by one task, and calls are made by that task.
  private unowned let run: SimulationRun

  init(_ run: SimulationRun) {
    self.run = run
  }

  func sending(_ changes: [PendingChange], to account: Account, by computer: String) {
    for change in changes { run.noteSending(change, to: account, by: computer) }
    guard run.isSharing else { return }  // All computers of one user knew what the server had last.
    let owner = account.share?.owner ?? account.user
    for change in changes where run.isTaken(change, of: owner) {
      run.giveUpUndone(change.key, of: owner, by: computer)
    }
  }

  func answered(_ changes: [PendingChange], for account: Account, by computer: String) {
    run.noteAnswered(changes, for: account, by: computer)
  }

  func plannedFault(_ call: SimulatedServer.Call) -> SimulatedServer.Fault? {
    run.planFault.flatMap { $0(call) }
  }

  func something(during call: SimulatedServer.Call, _ moment: SimulatedServer.Moment) async {
    switch moment {
    case .arrived: await run.arrived()
    case .answered: await run.answered(call)
    }
    if run.isUndisturbed { return }
    if case .push = call { run.perhapsWithdrawRole() }
    await run.somethingMeanwhile()
  }
}
