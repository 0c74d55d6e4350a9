import Core
import Foundation
import Sync
import TestSupport

/// The computers of one person, a CalDAV server with the habits of some real server, another program that writes there,
/// and everything that can go wrong, all determined by one seed.
///
/// As in ``SimulationRun``, nothing runs concurrently: what happens "meanwhile" happens inside a request.
public final class CalDAVRun {
  public let seed: UInt64
  let chances: Chances
  let server: SimulatedCalDAV
  var computers: [CalDAVComputer] = []
  var ledger = Ledger()
  var counter = 0
  /// The to-dos that were deleted when all computers agreed on them, and were not changed since.
  var gone: Set<RecordKey> = []
  /// Events that must not happen.
  var trespasses: [String] = []
  /// The last backup of the server.
  var backup: [String: SimulatedCalDAV.Collection]?
  /// Values that a backup brought back, and earlier values in lost records that a computer sent again. Their author may
  /// see them reported as the server's value, because nothing shows that nobody wanted them again.
  var restored: Set<FieldValue> = []
  /// The list of each calendar.
  var lists: [String: RecordKey] = [:]
  /// For each computer, the lists in which the user has confirmed the deletion of missing to-dos.
  var confirmed: [String: Set<ListID>] = [:]
  /// The to-dos deleted on each computer.
  var deletions: [String: Set<String>] = [:]
  /// The unreadable texts, by the names of their resources.
  var rubbish: [String: String] = [:]
  /// Decides about unreadable texts; nil if nobody writes any. A generator of its own leaves the other stories
  /// unchanged.
  let rubbishChances: Chances?
  /// Decides when another program moves to-dos that are then missing; nil if it never does.
  private let moveChances: Chances?
  /// Decides whether another program renames the file when it moves a to-do; nil if it never does.
  let renameChances: Chances?
  /// How many requests were refused permanently, by the server or by something in between.
  var refusals = 0
  /// Decides when a computer loses power just after the server has created something for it; nil if that never happens.
  let killChances: Chances?
  /// Decides when the server creates no calendars for a while; nil if it always does.
  private let limitChances: Chances?
  /// Runs when the server has accepted the next resource with this ID, whose answer is then lost.
  var onTaken: (id: String, act: () -> Void)?
  /// Whether the user retries all refused changes at the end. Most users do not.
  let isTryingAgain: Bool
  /// Whether nothing happens during requests any more.
  var isCalm = false
  let weather = Flag()
  private var depth = 0
  let log: StoryLog

  /// - Parameter tell: called with each step in words.
  public init(seed: UInt64, tell: (@Sendable (String) -> Void)? = nil) {
    self.seed = seed
    chances = Chances(seed: seed)
    rubbishChances = seed % 4 == 1 ? Chances(seed: ~seed) : nil
    moveChances = seed % 5 == 2 ? Chances(seed: ~seed) : nil
    killChances = seed % 5 == 4 ? Chances(seed: ~seed) : nil
    limitChances = seed % 7 == 5 ? Chances(seed: ~seed) : nil
    renameChances = [20, 30, 40].contains(seed % 90) ? Chances(seed: ~seed) : nil
    isTryingAgain = seed % 10 == 6
    server = SimulatedCalDAV(Self.habits(chances, seed))
    log = StoryLog(tell)
  }

  /// - Parameter seed: decides about habits that were added later, so that earlier stories stay the same.
  private static func habits(_ chances: Chances, _ seed: UInt64) -> SimulatedCalDAV.Habits {
    var habits = SimulatedCalDAV.Habits()
    habits.tellsETagsOfWrites = chances.happens(70)
    habits.tellsETagsOfReads = chances.happens(80)
    habits.hasWeakETags = chances.happens(20)
    habits.hasETagsOfTexts = chances.happens(50)
    habits.rewrites = chances.happens(25)
    habits.hasSyncReport = chances.happens(70)
    habits.hasCTag = chances.happens(70)
    habits.tellsTokens = chances.happens(70)
    habits.reportLimit = chances.happens(30) ? 1 + chances.number(0..<4) : nil
    habits.tokenRefusal = chances.pick([400, 403, 403, 409, 410, 412, 507]) ?? 403
    if seed % 5 == 2 { habits.tokenRefusal = 0 }
    habits.omitsMissing = chances.happens(50)
    habits.keepsETagsOfMoves = chances.happens(70)
    habits.hasMakeCalendar = chances.happens(80)
    habits.hasAbsoluteHrefs = chances.happens(30)
    habits.namesPreconditions = seed % 3 == 0
    habits.hasETagsOfCalendars = seed % 4 == 2
    habits.explainsRefusals = seed % 3 == 1
    habits.hasTrash = seed % 6 == 4
    if seed % 22 == 10 {
      habits.hasETagsOfTexts = true
      (habits.believesTokens, habits.recountsChanges) = (true, true)
    }
    habits.missingCalendar = [3: 405, 6: 403, 7: 404][seed % 8] ?? 409
    habits.prefix = chances.pick(["", "d", "D", "ns0"]) ?? "d"
    return habits
  }

  /// Plays the story.
  /// - Returns: the problems found at the end; empty if there are none.
  public func play() async throws -> [String] {
    log.add("\(server.habits)")
    beginServer()
    for (name, hours) in [("a", 0), ("b", -7), ("c", 5)].prefix(2 + chances.number(0..<2)) {
      computers.append(
        try await CalDAVComputer(
          name: name, chances: chances, skew: .seconds(3600 * hours), makeWire: wire))
    }
    for _ in 0..<(20 + chances.number(0..<50)) {
      guard let computer = chances.pick(computers) else { continue }
      try await step(on: computer)
      limitNewCalendars()
      if let moveChances, moveChances.happens(6) {
        try await moveChances.happens(50) ? moveMostOfACalendar() : moveWhatIsUnderWay()
      }
    }
    let problems = try await calmDown()
    for computer in computers { try computer.store.close() }
    return problems
  }

  /// A connection to the server.
  func wire(_ disk: UnsafeDisk, _ isStormy: Flag) -> CalDAVWire {
    let me = CalDAVMeanwhile(self)
    let (chances, weather) = (chances, weather)
    let names = NamesRead()
    return CalDAVWire(
      server: server,
      choose: { request in
        if me.losesAnswer(to: request) { return .losesAnswer }
        if me.isKilled(by: request) { return .losesPower }
        guard weather.isSet, chances.happens(12) else { return nil }
        let fault: CalDAVWire.Fault? = chances.pick([
          .isUnreachable, .losesAnswer, .losesAnswer, .isAnsweredLate, .cutsAnswer, .sendsTwice,
          .refuses(status: 503, retryAfter: "30"), .refuses(status: 503, retryAfter: nil),
          .refuses(status: 429, retryAfter: "2"), .refuses(status: 423, retryAfter: nil),
          .refuses(status: 500, retryAfter: nil), .refuses(status: 502, retryAfter: nil),
          .refuses(status: 403, retryAfter: nil), .refuses(status: 507, retryAfter: nil),
        ])
        if let fault { me.note(fault) }
        return fault
      },
      during: { await me.something(during: $0) },
      didAnswer: { me.note($0, $1, names) },
      power: disk)
  }

  /// Lets something happen while a computer waits for the server.
  fileprivate func somethingMeanwhile(during request: HTTPRequest) async {
    guard !isCalm else { return }
    if request.method == .put, chances.happens(6) { anotherProgramEdits(request.url) }
    guard depth < 2, chances.happens(5) else { return }
    depth += 1
    defer { depth -= 1 }
    log.add("meanwhile:")
    guard let computer = chances.pick(computers) else { return }
    do {
      if computer.isBusy {
        if chances.happens(50) {
          try await edit(on: computer)
        } else {
          try await anotherProgramWrites()
        }
      } else {
        try await step(on: computer)
      }
    } catch {
      log.add("  failed: \(error)")
    }
  }

  fileprivate func note(_ request: HTTPRequest, _ answer: HTTPResponse, _ names: NamesRead) {
    let path = request.url.dropFirst(SimulatedCalDAV.address.count)
    let condition = request.headers["If-Match"] ?? request.headers["If-None-Match"] ?? ""
    let etag = answer.headers["etag"] ?? ""
    log.add("  \(request.method.rawValue) \(path) \(condition) → \(answer.status) \(etag)")
    noteTouched(String(path), request.method)
    noteRefusal(of: request, answer)
    noteMadeAnew(String(path), request, answer)
    noteNames(request, answer, names)
    if losesAnswer(to: request), let (_, act) = onTaken {
      onTaken = nil
      act()
    }
    // Resources that were added to a calendar between a computer's last look at it and its deletion.
    for resource in server.takeSwept() { giveUp(resource) }
  }

  fileprivate func note(_ fault: CalDAVWire.Fault) {
    guard case .refuses(let status, _) = fault, [403, 507].contains(status) else { return }
    refusals += 1
  }

  fileprivate func losesAnswer(to request: HTTPRequest) -> Bool {
    guard let onTaken, request.method == .put else { return false }
    return request.url.contains(onTaken.id)
  }

  // MARK: One step

  private func step(on computer: CalDAVComputer) async throws {
    computer.clock.advance(by: .milliseconds(1 + chances.number(0..<5_000)))
    switch chances.number(0..<20) {
    case 0..<8: try await edit(on: computer)
    case 8..<15: try await sync(computer)
    case 15, 16: try await anotherProgramWrites()
    case 17: changeTheWeather()
    default: try await trouble(computer)
    }
    if computer.disk.isDead, !computer.isBusy {
      log.add("\(computer.name) starts again")
      try await computer.restart()
    }
  }

  /// Limits new calendars, as Nextcloud does, which creates ten in an hour.
  private func limitNewCalendars() {
    guard let limitChances, limitChances.happens(8) else { return }
    let isLimited = limitChances.happens(60)
    log.add("new calendars \(isLimited ? "are refused for a while" : "are made again")")
    if isLimited {
      server.refuseNewCalendars(retryAfter: limitChances.happens(50) ? "60" : nil)
    } else {
      server.takeNewCalendars()
    }
  }

  private func changeTheWeather() {
    weather.isSet = chances.happens(60)
    for computer in computers { computer.isStormy.isSet = weather.isSet && chances.happens(50) }
    log.add("weather: \(weather.isSet)")
  }

  private func trouble(_ computer: CalDAVComputer) async throws {
    switch chances.number(0..<8) {
    case 0: server.expireTokens()
    case 1: backup = server.collections
    case 2: try await restoreServer()
    case 3, 4:
      if !computer.isBusy {
        log.add("\(computer.name) loses power")
        computer.disk.cutPower()
      }
    case 5: try? await computer.store.releaseQuarantined(of: computer.account.id)
    case 6: try? await computer.store.forgetCursors(of: computer.account.id)
    default: await discard(on: computer)
    }
  }

  func sync(_ computer: CalDAVComputer) async throws {
    guard !computer.isBusy else { return }
    if chances.happens(40) {
      _ = try? await computer.store.releaseUnsentChanges(of: computer.account.id)
    }
    let isPull = chances.happens(70)
    let outcome = await sync(computer, pull: isPull, wake: chances.happens(80))
    for held in outcome.held where chances.happens(40) { await answer(held, on: computer) }
    log.add("\(computer.name) syncs, pull \(isPull): \(outcome.end), sent \(outcome.sent)")
  }

  /// Runs one round, and checks that not too many to-dos are missing that nobody has deleted here.
  func sync(_ computer: CalDAVComputer, pull: Bool, wake: Bool) async -> SyncOutcome {
    computer.isBusy = true
    defer { computer.isBusy = false }
    let before = try? await knownTodos(of: computer)
    let own = Set(((try? await computer.store.allRecords()) ?? [:]).keys)
    let refused = refusals
    let outcome = await computer.engine.syncOnce(pull: pull, wake: wake)
    if refusals == refused { noteUnfounded(outcome.refusals, on: computer) }
    if let before, !computer.disk.isDead {
      await lookForMassDeletion(before, of: own, on: computer)
    }
    if let known = try? await computer.lists() {
      for (path, list) in known { lists[path] = RecordKey(kind: .list, id: list) }
    }
    return outcome
  }
}

/// Gives requests access to the run.
private final class CalDAVMeanwhile: @unchecked Sendable {
  // Unchecked: a single task plays a run, and it also makes the requests.
  private unowned let run: CalDAVRun

  init(_ run: CalDAVRun) {
    self.run = run
  }

  func something(during request: HTTPRequest) async {
    await run.somethingMeanwhile(during: request)
  }

  func losesAnswer(to request: HTTPRequest) -> Bool { run.losesAnswer(to: request) }

  func isKilled(by request: HTTPRequest) -> Bool { run.isKilled(by: request) }

  func note(_ fault: CalDAVWire.Fault) { run.note(fault) }

  func note(_ request: HTTPRequest, _ answer: HTTPResponse, _ names: NamesRead) {
    run.note(request, answer, names)
  }
}
