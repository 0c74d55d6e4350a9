import Core
import Foundation
import Sync
import Synchronization
import TestSupport

/// Two or three computers, one server and everything that can go wrong, all determined by one seed.
///
/// The computers belong to one user, or to several users who share lists.
///
/// Nothing runs concurrently: what happens "meanwhile" happens inside a call to the server. A seed therefore always
/// tells the same story.
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
  /// The commands that each user can undo.
  var undoable: [String: [UndoStep]] = [:]
  var redoable: [String: [UndoStep]] = [:]
  var withdrawals: [(Ledger.Place, FieldValue)] = []
  /// Edits and events that must not happen.
  var trespasses: [String] = []
  /// Whether requests go through the real backend and the JSON of Cloud Firestore.
  let isOnWire: Bool
  /// Whether a single user has a second account on the same server, on every computer.
  let hasSecondAccount: Bool
  /// Whether the databases are files, opened as the application opens them. Their stories are the same as in memory but
  /// take six times as long, so only few seeds use files.
  let isOnFiles: Bool
  /// Whether the server sometimes refuses a cursor, and users have everything read again. The real server practically
  /// never refuses one, and reading everything again hides records that were missed.
  let isForgetful: Bool
  /// The records that the server has lost, or has returned to an earlier state.
  var lostKeys: Set<RecordKey> = []
  /// The lists that a computer was falsely told to have arrived, each preceded by the computer's name.
  var falselyAnswered: Set<String> = []
  /// The latest states of records that the server has returned to an earlier state.
  var undone: [UndoneState.Place: UndoneState] = [:]
  /// The values that the server lost before their owner had them.
  var endangered: [EndangeredValue] = []
  let writes = WriteLog()
  let deletions = DeletionLog()
  var moves = MoveLedger()
  var occurrences = OccurrenceLedger()
  /// Runs once the server has answered the next matching call.
  var onAnswer: (isMeant: (SimulatedServer.Call) -> Bool, act: () async -> Void)?
  /// Runs when the next call reaches the server.
  var onArrival: (() async -> Void)?
  /// Chooses among the scenarios; nil if none is played. A generator of its own leaves the other stories unchanged.
  let orders: Chances?
  /// The same for scenarios that were added later. No seed of a single user that was known at that time plays them.
  let laterOrders: Chances?
  /// The same for scenarios that were added last. No seed that was known at that time plays them.
  let latestOrders: Chances?
  /// Decides when a guest moves a to-do that was created again; nil if that is not played. No seed that was known
  /// before plays it.
  let guestMoves: Chances?
  /// Likewise for a reader who snoozes to-dos.
  let readerSnoozes: Chances?
  /// Whether nothing happens except the scenario being played.
  var isUndisturbed = false
  /// Chooses the fault of a call, whatever the weather.
  var planFault: ((SimulatedServer.Call) -> SimulatedServer.Fault?)?
  /// Whether every owner has made all members writers at the end.
  var mayEverybodyWrite = false
  /// What is being done to a repeating to-do.
  var repeating: Repeating?
  /// The to-dos that another program created, each with the tree in which it is.
  var otherNames: [RecordKey: String?] = [:]
  /// Whether any record was returned to an earlier state.
  var hasRestored = false
  /// The records that the server refused at some time.
  var refused: Set<RecordKey> = []
  let weather = Flag()
  /// The nesting depth of events that happen inside calls.
  private var depth = 0
  let log: StoryLog

  /// - Parameters:
  ///   - isSharing: whether there are several users; with nil, the seed decides.
  ///   - isOnFiles: whether the databases are files; with nil, the seed decides.
  ///   - tell: called with each step in words.
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
  /// - Returns: the problems found at the end; empty if there are none.
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

  /// A computer's name, its user, and the error of its clock.
  typealias Place = (name: String, user: String, hours: Int)

  private func alonePlaces() -> [Place] {
    let all: [Place] = [("a", "u", 0), ("b", "u", -7), ("c", "u", 5)]
    return Array(all.prefix(2 + chances.number(0..<2)))
  }

  /// Creates a folder in memory if possible, because a run makes thousands of commits.
  private static func makeFolder(_ seed: UInt64) throws -> String {
    let disk =
      FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let folder =
      disk + "/optimist-simulation-\(ProcessInfo.processInfo.processIdentifier)-\(seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  // MARK: Users and trees

  /// The user of a single user's second account.
  static let secondUser = "second"

  /// The users whose trees the server has; nil is the tree of a single user.
  var trees: [String?] {
    if isSharing { return users }
    return hasSecondAccount ? [nil, Self.secondUser] : [nil]
  }

  /// The tree to which an account gives access.
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

  /// Lets something happen while a computer waits for the server: its user continues to edit, another computer takes a
  /// step, or a late call arrives.
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

/// Gives calls access to the run.
private final class Meanwhile: @unchecked Sendable {
  // Unchecked: a single task plays a run, and it also makes the calls.
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
