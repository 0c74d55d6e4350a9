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
  /// What the server refused at some time.
  var refused: Set<RecordKey> = []
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
